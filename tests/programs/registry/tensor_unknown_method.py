"""A method that tensors do not have."""

import torch

EXPECTED = [("Unhandled tensor method", "GB6270", "# break", "frame_skipped")]


def f(x):
    y = x + 1
    try:
        return y.double_it()  # break
    except AttributeError:
        return y


def make():
    return f, [((torch.randn(3),), {})]
