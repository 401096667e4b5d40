"""An autograd function with its own `vjp`."""

import torch

EXPECTED = [("Unsupported custom vjp", "GB0145", "# break", "resumed")]


class Scale(torch.autograd.Function):
    @staticmethod
    def forward(ctx, x):
        return x * 2

    @staticmethod
    def vjp(ctx, grad):
        return grad * 2


def f(x):
    return Scale.apply(x + 1)  # break


def make():
    return f, [((torch.randn(3, requires_grad=True),), {})]
