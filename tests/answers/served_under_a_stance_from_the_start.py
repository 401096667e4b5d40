"""The stance that forbids recompiles is set before anything was compiled."""

import torch


def f(x):
    return x * 2


def explained(dx):
    compiled = dx.optimize("eager")(f)
    try:
        with torch.compiler.set_stance("fail_on_recompile"):
            compiled(torch.ones(5))
    except RuntimeError as error:
        return error.explain_output


SAYS = (r"nothing was compiled yet", r"once before the stance is set")
NOT = (r"own Python, not by Dynamo", r" was .* now it is ")
