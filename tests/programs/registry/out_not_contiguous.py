"""`out=` with a tensor that is not contiguous."""

import torch

EXPECTED = [("Attempted to call op with non-contiguous `out=` tensor", "GB0242", "# break", "resumed")]


def f(x, out):
    y = x + 1
    torch.add(y, 1, out=out)  # break
    return out * 2


def make():
    return f, [((torch.randn(3, 3), torch.empty(3, 3).t()), {})]
