"""`resize_` of a tensor."""

import torch

EXPECTED = [("Unsupported Tensor.resize_() call", "GB0126", "# break", "resumed")]


def f(x):
    y = x + 1
    y.resize_(2)  # break
    return y * 2


def make():
    return f, [((torch.randn(3),), {})]
