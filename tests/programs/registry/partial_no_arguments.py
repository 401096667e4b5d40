"""`functools.partial` without arguments."""

import functools

import torch

EXPECTED = [("missing args to functools.partial", "GB0260", "# break", "frame_skipped")]


def f(x):
    y = x + 1
    try:
        functools.partial()  # break
    except TypeError:
        return y
    return y * 2


def make():
    return f, [((torch.randn(3),), {})]
