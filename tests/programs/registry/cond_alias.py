"""`torch.cond` whose branch returns its operand."""

import torch

EXPECTED = [("Encountered aliasing during higher order op tracing", "GB0040", "# break", "error")]


def f(x):
    return torch.cond(x.sum() > 0, lambda x: x, lambda x: x - 1, (x,))  # break


def make():
    return f, [((torch.randn(3),), {})]
