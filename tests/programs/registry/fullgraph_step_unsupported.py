"""`step_unsupported()` where no break is allowed."""

import torch

EXPECTED = [("cannot resume from torch._dynamo.step_unsupported()", "GB0284", "# break", "error")]
SETTINGS = {"fullgraph": True}


def f(x):
    y = x + 1
    torch._dynamo.step_unsupported()  # break
    return y * 2


def make():
    return f, [((torch.randn(3),), {})]
