"""A number made in the backward of an autograd function: nothing there can move to where the function is called."""

import torch


class Clip(torch.autograd.Function):
    @staticmethod
    def forward(ctx, x):
        ctx.save_for_backward(x)
        return x * 2

    @staticmethod
    def backward(ctx, gradient):
        (x,) = ctx.saved_tensors
        return gradient / max(x.abs().max().item(), 1.0)


def f(x):
    return Clip.apply(x * 2) + 1


def explained(dx):
    return dx.explain(f)(torch.ones(3, requires_grad=True))


SAYS = (r"when gradients are computed",)
NOT = (r"(?i)branch where the function is called",)
