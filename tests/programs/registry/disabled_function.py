"""A helper that is disabled for `torch.compile`."""

import torch

EXPECTED = [("Skip calling `torch.compiler.disable()`d function", "GB0098", "# break", "resumed")]


@torch.compiler.disable
def lookup(x):
    return x * 3


def f(x):
    y = lookup(x + 1)  # break
    return y.relu()


def make():
    return f, [((torch.randn(3),), {})]
