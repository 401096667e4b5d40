"""`requires_grad` is set as an attribute."""

import torch

EXPECTED = [("setattr() on Tensor.requires_grad", "GB0206", "# break", "resumed")]


def f(x):
    y = x * 2
    x.requires_grad = True  # break
    return y + x


def make():
    return f, [((torch.randn(3),), {})]
