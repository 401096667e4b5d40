"""`resize_as_` of a tensor."""

import torch

EXPECTED = [("Unsupported Tensor.resize_as_() call", "GB0127", "# break", "resumed")]


def f(x):
    y = x + 1
    y.resize_as_(x[:2])  # break
    return y * 2


def make():
    return f, [((torch.randn(3),), {})]
