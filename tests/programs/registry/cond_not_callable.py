"""`torch.cond` with a tensor in place of a branch."""

import torch

EXPECTED = [("HOP: non-callable variable", "GB0302", "# break", "error")]


def f(x):
    return torch.cond(x.sum() > 0, x + 1, lambda x: x - 1, (x,))  # break


def make():
    return f, [((torch.randn(3),), {})]
