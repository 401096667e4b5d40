"""A tensor that requires grad is made in the compiled function."""

import torch

EXPECTED = [
    ("Attempted to use tensor creation function with requires_grad=True", "GB0225", "# break", "resumed"),
]


def f(x):
    y = x + 1
    w = torch.ones(3, requires_grad=True)  # break
    return y * w


def make():
    return f, [((torch.randn(3),), {})]
