"""`getattr` with a name that is read from a tensor."""

import torch

EXPECTED = [("getattr() with non-constant name argument", "GB0190", "# break", "resumed")]


def f(x):
    y = x + 1
    name = f"{y[0]:.0f}"
    return getattr(y, name, y) * 2  # break


def make():
    return f, [((torch.randn(3),), {})]
