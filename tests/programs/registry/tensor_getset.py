"""`real` of a tensor is set."""

import torch

EXPECTED = [("Failed to set tensor attribute", "GB0058", "# break", "resumed")]


def f(x):
    y = x + 1
    y.real = torch.zeros(3)  # break
    return y * 2


def make():
    return f, [((torch.randn(3),), {})]
