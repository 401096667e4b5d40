"""`out=` with a tensor of another shape."""

import torch

EXPECTED = [("Shape mismatch with out= tensor variant", "GB0247", "# break", "resumed")]


def f(x, out):
    y = x + 1
    torch.add(y, 1, out=out)  # break
    return out * 2


def make():
    return f, [((torch.randn(3), torch.empty(0)), {})]
