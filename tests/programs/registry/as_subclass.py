"""`as_subclass` with a class that Dynamo does not know."""

import torch

EXPECTED = [
    ("Argument of `as_subclass` must be a non-dispatcher-style tensor subclass", "GB0001", "# break", "resumed"),
]


def f(x):
    y = x + 1
    return y.as_subclass(torch.nn.Parameter) * 2  # break


def make():
    return f, [((torch.randn(3),), {})]
