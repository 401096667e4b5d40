"""An argument of the wrong type for an operation."""

import torch

EXPECTED = [("RuntimeError when making fake tensor call", "GB4315", "# break", "error")]


def f(x):
    y = x + 1
    try:
        return torch.nn.functional.dropout(y, p="high")  # break
    except TypeError:
        return y


def make():
    return f, [((torch.randn(3),), {})]
