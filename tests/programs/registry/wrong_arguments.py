"""A function is called with arguments that it does not take."""

import torch

EXPECTED = [("failed to bind arguments when attempting to inline", "GB7312", "# break", "frame_skipped")]


def scale(x, factor):
    return x * factor


def f(x):
    y = x + 1
    try:
        return scale(y)  # break
    except TypeError:
        return y * 2


def make():
    return f, [((torch.randn(3),), {})]
