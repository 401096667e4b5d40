"""`repr` of a local function."""

import torch

EXPECTED = [("repr() on nested function with non-constructible closure", "GB1584", "# break", "resumed")]


def f(x):
    y = x + 1

    def inner():
        return y

    return y * len(repr(inner))  # break


def make():
    return f, [((torch.randn(3),), {})]
