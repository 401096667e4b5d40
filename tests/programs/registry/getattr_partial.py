"""An object whose `__getattr__` is no Python function."""

import functools

import torch

EXPECTED = [("User-defined object with non-function __getattr__", "GB0256", "# break", "frame_skipped")]


def answer(name):
    return 2


class Box:
    __getattr__ = functools.partial(answer)


def f(x, box):
    y = x + 1
    return y * box.size  # break


def make():
    return f, [((torch.randn(3), Box()), {})]
