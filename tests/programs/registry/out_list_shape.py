"""`out=` with a tuple of tensors of another shape."""

import torch

EXPECTED = [("Shape mismatch with out= list of tensor variants", "GB0240", "# break", "resumed")]


def f(x, values, indices):
    y = x + 1
    torch.sort(y, out=(values, indices))  # break
    return values * 2


def make():
    return f, [((torch.randn(3), torch.empty(0), torch.empty(0, dtype=torch.long)), {})]
