"""`AssertionError` with something that is no string."""

import torch

EXPECTED = [("assert with non-string message", "GB0171", "# break", "frame_skipped")]


def f(x):
    y = x + 1
    try:
        raise AssertionError(3)  # break
    except AssertionError:
        return y * 2


def make():
    return f, [((torch.randn(3),), {})]
