"""An `assert` with a message that is no string."""

import torch

EXPECTED = [("Data-dependent branching", "GB0170", "# break", "resumed")]


def f(x):
    y = x + 1
    assert y.sum() > -1000, x.shape  # break
    return y * 2


def make():
    return f, [((torch.randn(3),), {})]
