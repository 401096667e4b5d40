"""A built-in function is given too many arguments."""

import torch

EXPECTED = [("invalid call to builtin op handler", "GB0193", "# break", "frame_skipped")]


def f(x):
    y = x + 1
    try:
        return isinstance(y, torch.Tensor, 1)  # break
    except TypeError:
        return y


def make():
    return f, [((torch.randn(3),), {})]
