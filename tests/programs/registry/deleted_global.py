"""A global variable is deleted and read again."""

import torch

EXPECTED = [("Missing bytecode handler", "GB0082", "# break", "frame_skipped")]


shift = 3


def f(x):
    global shift
    y = x + shift
    shift = 4
    del shift  # break
    return y * 2


def make():
    return f, [((torch.randn(3),), {})]
