"""An autograd function with a keyword-only argument."""

import torch

EXPECTED = [("autograd_function_kwonly_args", "GB4372", "# break", "resumed")]


class Scale(torch.autograd.Function):
    @staticmethod
    def forward(ctx, x, *, factor=2):
        return x * factor

    @staticmethod
    def backward(ctx, grad):
        return grad * 2


def f(x):
    return Scale.apply(x + 1, factor=2)  # break


def make():
    return f, [((torch.randn(3, requires_grad=True),), {})]
