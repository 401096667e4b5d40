"""`random_` of a tensor."""

import torch

EXPECTED = [("Tensor.random_ op", "GB0107", "# break", "resumed")]


def f(x):
    y = x + 1
    y.random_(0, 10)  # break
    return y * 0


def make():
    return f, [((torch.randn(3),), {})]
