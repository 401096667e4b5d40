"""An autograd function that is given the same tensor twice."""

import torch

EXPECTED = [("autograd.Function.apply: duplicate tensor input", "GB6297", "# break", "resumed")]


class Mul(torch.autograd.Function):
    @staticmethod
    def forward(ctx, a, b):
        return a * b

    @staticmethod
    def backward(ctx, grad):
        return grad, grad


def f(x):
    y = x * 2
    return Mul.apply(y, y)  # break


def make():
    return f, [((torch.randn(3, requires_grad=True),), {})]
