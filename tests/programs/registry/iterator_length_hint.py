"""A method of a range object that Dynamo does not know."""

import torch

EXPECTED = [("Unsupported method call", "GB0156", "# break", "resumed")]


def f(x):
    y = x + 1
    r = iter(range(3))
    left = r.__length_hint__()  # break
    return y * left


def make():
    return f, [((torch.randn(3),), {})]
