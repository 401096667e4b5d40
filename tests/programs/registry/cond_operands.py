"""`torch.cond` with operands that are no tuple."""

import torch

EXPECTED = [("torch.cond: improper operands", "GB0311", "# break", "error")]


def f(x):
    return torch.cond(x.sum() > 0, lambda x: x + 1, lambda x: x - 1, x)  # break


def make():
    return f, [((torch.randn(3),), {})]
