"""A step counter is compiled in as a constant until the limit, and fullgraph does not let Python take over."""

import torch


def f(x, step: str):
    return x * len(step)


def explained(dx):
    compiled = dx.optimize("eager", nopython=True)(f)
    try:
        for step in range(20):
            compiled(torch.ones(3), "s" * step)
    except torch._dynamo.exc.FailOnRecompileLimitHit as error:
        return error.explain_output


SAYS = (r"`f` has 8 versions, the most that are allowed", r"one too many: `step` was", r"recompile_limit = ")
NOT = (r"Hard failure due to fullgraph=True\b.*Hard failure",)
