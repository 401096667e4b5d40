"""`one_hot` without the number of classes."""

import torch

EXPECTED = [
    ("Attempted to use `torch.nn.functional.one_hot` with data-dependent output shape", "GB0246", "# break", "resumed"),
]


def f(x):
    y = torch.nn.functional.one_hot(x)  # break
    return y * 2


def make():
    return f, [((torch.tensor([0, 2, 1]),), {})]
