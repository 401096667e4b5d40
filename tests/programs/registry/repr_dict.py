"""`repr` of a dict with a tensor in it."""

import torch

EXPECTED = [("repr() on tensor", "GB0569", "# break", "resumed")]


def f(x):
    y = x + 1
    text = repr({"y": y})  # break
    return y * len(text)


def make():
    return f, [((torch.randn(3),), {})]
