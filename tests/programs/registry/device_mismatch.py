"""Tensors on two devices meet."""

import torch

EXPECTED = [("Tensor device mismatch", "GB5173", "# break", "error")]


def f(x, w):
    y = x + 1
    try:
        return y + w  # break
    except RuntimeError:
        return y * 2


def make():
    return f, [((torch.randn(3), torch.empty(3, device="meta")), {})]
