"""A tensor made in compiled code that requires grad is returned."""

import torch

EXPECTED = [("requires_grad_() intermediate leaked as output", "GB8985", "# break", "resumed")]


def f(x):
    y = torch.ones(3)
    y.requires_grad_()  # break
    return y * x


def make():
    return f, [((torch.randn(3),), {})]
