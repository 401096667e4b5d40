"""`error_on_recompile` is set, and a batch has another size: which, and by what."""

import torch


def f(x):
    return x * 2


def explained(dx):
    compiled = dx.optimize("eager", dynamic=False)(f)
    compiled(torch.ones(4))
    try:
        with torch._dynamo.config.patch(error_on_recompile=True):
            compiled(torch.ones(5))
    except RuntimeError as error:
        return error.explain_output


SAYS = (r"RecompileError: `x.size\(0\)` was 4, now it is 5", r"error_on_recompile` forbids")
NOT = (r"own Python, not by Dynamo", r"while it compiled")
