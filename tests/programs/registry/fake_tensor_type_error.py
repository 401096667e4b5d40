"""An argument of a type that an operation does not take."""

import torch

EXPECTED = [("TypeError when making fake tensor call", "GB0112", "# break", "frame_skipped")]


def f(x):
    y = x + 1
    try:
        return torch.roll(y, shifts="left")  # break
    except TypeError:
        return y


def make():
    return f, [((torch.randn(3),), {})]
