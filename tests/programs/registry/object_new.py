"""`object.__new__` of a class that cannot be made that way."""

import torch

EXPECTED = [
    ("Unsupported user-defined object construction during side-effect tracking", "GB7502", "# break", "resumed"),
]


def f(x):
    y = x + 1
    box = object.__new__(torch.Generator)  # break
    return y * 2


def make():
    return f, [((torch.randn(3),), {})]
