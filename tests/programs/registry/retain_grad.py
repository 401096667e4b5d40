"""`retain_grad()` on a tensor that is computed."""

import torch

EXPECTED = [("Tensor.retain_grad() with AOTDispatcher", "GB0108", "# break", "frame_skipped")]


def f(x):
    y = x * 2
    y.retain_grad()  # break
    return y * 2


def make():
    return f, [((torch.randn(3, requires_grad=True),), {})]
