"""`.data` of a tensor that was made in the compiled function is replaced."""

import torch

EXPECTED = [("Failed to mutate tensor data attribute", "GB0056", "# break", "resumed")]


def f(x):
    y = x + 1
    y.data = torch.zeros(3)  # break
    return y * 2


def make():
    return f, [((torch.randn(3),), {})]
