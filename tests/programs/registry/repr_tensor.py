"""`repr` of a tensor."""

import torch

EXPECTED = [("repr() on tensor", "GB0569", "# break", "resumed")]


def f(x):
    y = x + 1
    text = repr(y)  # break
    return y * len(text)


def make():
    return f, [((torch.randn(3),), {})]
