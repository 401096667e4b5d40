"""A method that changes the sizes of an argument in place, called through its class."""

import torch

EXPECTED = [("Inplace op on input tensor", "GB0072", "# break", "resumed")]


def f(x):
    torch.Tensor.unsqueeze_(x, 0)  # break
    return x * 2


def make():
    return f, [((torch.randn(3),), {})]
