"""An `if` on the value of a tensor."""

import torch

EXPECTED = [("Data-dependent branching", "GB0170", "# break", "resumed")]


def f(x):
    y = x.sin()
    if y.sum() > 0:  # break
        return y + 1
    return y - 1


def make():
    return f, [((torch.randn(3),), {})]
