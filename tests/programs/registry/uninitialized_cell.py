"""A variable of the enclosing function that has not been set yet."""

import torch

EXPECTED = [("Read uninitialized cell", "GB0091", "# break", "frame_skipped")]


def f(x):
    y = x + 1

    def peek():
        return later

    try:
        value = peek()  # break
    except NameError:
        value = 2
    later = 3
    return y * value


def make():
    return f, [((torch.randn(3),), {})]
