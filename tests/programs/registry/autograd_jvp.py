"""An autograd function with its own `jvp`."""

import torch

EXPECTED = [("Unsupported custom jvp", "GB0144", "# break", "resumed")]


class Scale(torch.autograd.Function):
    @staticmethod
    def forward(ctx, x):
        return x * 2

    @staticmethod
    def backward(ctx, grad):
        return grad * 2

    @staticmethod
    def jvp(ctx, tangent):
        return tangent * 2


def f(x):
    return Scale.apply(x + 1)  # break


def make():
    return f, [((torch.randn(3, requires_grad=True),), {})]
