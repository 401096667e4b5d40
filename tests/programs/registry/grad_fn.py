"""`grad_fn` of a tensor."""

import torch

EXPECTED = [("Tensor with grad_fn()", "GB0104", "# break", "frame_skipped")]


def f(w):
    y = w * 2
    name = y.grad_fn.name()  # break
    return y * len(name)


def make():
    return f, [((torch.randn(3, requires_grad=True),), {})]
