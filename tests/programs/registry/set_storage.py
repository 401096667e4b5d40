"""`set_` with a storage and sizes."""

import torch

EXPECTED = [("Unsupported Tensor.set_() call", "GB0128", "# break", "resumed")]


def f(x):
    y = torch.empty(0)
    y.set_(x.untyped_storage(), 0, (2,))  # break
    return y * 2


def make():
    return f, [((torch.randn(3),), {})]
