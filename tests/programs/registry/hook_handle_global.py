"""The handle of a tensor hook is kept in a global variable."""

import torch

EXPECTED = [("Storing Tensor hook handle in globals", "GB0100", "# break", "frame_skipped")]


handle = None


def f(x):
    global handle
    y = x * 2
    handle = x.register_hook(lambda grad: grad * 2)  # break
    return y


def make():
    return f, [((torch.randn(3, requires_grad=True),), {})]
