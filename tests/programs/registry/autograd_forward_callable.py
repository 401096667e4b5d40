"""An autograd function whose `forward` is an object."""

import functools

import torch

EXPECTED = [("Non-function or method in subclass of torch.autograd.Function", "GB0085", "# break", "resumed")]


def double(ctx, x):
    return x * 2


class Scale(torch.autograd.Function):
    forward = functools.partial(double)

    @staticmethod
    def backward(ctx, grad):
        return grad * 2


def f(x):
    return Scale.apply(x + 1)  # break


def make():
    return f, [((torch.randn(3),), {})]
