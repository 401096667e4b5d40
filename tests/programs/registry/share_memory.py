"""`share_memory_()` of a tensor."""

import torch

EXPECTED = [("Unhandled args for method", "GB0117", "# break", "resumed")]


def f(x):
    y = x + 1
    y.share_memory_()  # break
    return y * 2


def make():
    return f, [((torch.randn(3),), {})]
