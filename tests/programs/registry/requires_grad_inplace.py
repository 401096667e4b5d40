"""`requires_grad_()` on an argument."""

import torch

EXPECTED = [("Unsupported Tensor.requires_grad_() call", "GB0125", "# break", "resumed")]


def f(x):
    x.requires_grad_()  # break
    return x * 2


def make():
    return f, [((torch.randn(3),), {})]
