"""`uniform_` with the keyword `from`."""

import torch

EXPECTED = [("Tensor.uniform_ op called with `from` keyword", "GB0110", "# break", "resumed")]


def f(x):
    y = x + 1
    y.uniform_(**{"from": 0.0, "to": 1.0})  # break
    return y * 0


def make():
    return f, [((torch.randn(3),), {})]
