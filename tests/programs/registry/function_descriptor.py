"""`FunctionType.__get__` of a function that is written in C."""

import types

import torch

EXPECTED = [("unsupported function.__get__ call", "GB9277", "# break", "frame_skipped")]


def double(self, x):
    return x * 2


def f(x):
    y = x + 1
    try:
        types.FunctionType.__get__(len, y)  # break
    except TypeError:
        return y


def make():
    return f, [((torch.randn(3),), {})]
