"""`torch.cond` whose branch returns a Python float."""

import torch

EXPECTED = [("HOP body output unsupported", "GB0314", "# break", "error")]


def f(x):
    return torch.cond(x.sum() > 0, lambda x: 1.5, lambda x: 2.5, (x,))  # break


def make():
    return f, [((torch.randn(3),), {})]
