"""`setattr` on a list."""

import torch

EXPECTED = [("setattr() on unsupported type", "GB0467", "# break", "frame_skipped")]


def f(x):
    y = x + 1
    items = [1]
    try:
        items.size = 2  # break
    except AttributeError:
        return y
    return y * 2


def make():
    return f, [((torch.randn(3),), {})]
