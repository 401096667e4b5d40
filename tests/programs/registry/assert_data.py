"""An `assert` on the value of a tensor, with a message that is made from it."""

import torch

EXPECTED = [("Data-dependent branching", "GB0170", "# break", "resumed")]


def f(x):
    y = x + 1
    assert (y > -1000).all(), f"too small: {y.min()}"  # break
    return y * 2


def make():
    return f, [((torch.randn(3),), {})]
