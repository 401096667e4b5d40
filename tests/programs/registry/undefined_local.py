"""A local variable that may not be set."""

import torch

EXPECTED = [("Attempted to read undefined local variable", "GB0011", "# break", "frame_skipped")]


def f(x):
    y = x + 1
    if x.dim() == 7:
        factor = 2
    try:
        return y * factor  # break
    except UnboundLocalError:
        return y


def make():
    return f, [((torch.randn(3),), {})]
