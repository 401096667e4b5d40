"""A hook of a tensor looks at the strides of the gradient."""

import torch

EXPECTED = [("register_hook with stride-dependent code", "GB7444", "# break", "resumed")]


def f(x):
    y = x * 2

    def hook(grad):
        return grad if grad.is_contiguous() else grad * 1

    y.register_hook(hook)  # break
    return y.sum()


def make():
    return f, [((torch.randn(3, requires_grad=True),), {})]
