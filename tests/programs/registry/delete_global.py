"""A global variable is deleted."""

import torch

EXPECTED = [("Missing bytecode handler", "GB0082", "# break", "frame_skipped")]


flag = 1


def f(x):
    global flag
    y = x + 1
    del flag  # break
    return y * 2


def make():
    return f, [((torch.randn(3),), {})]
