"""An element of an `array.array`."""

import array

import torch

EXPECTED = [("missing_mp_subscript", "GB4880", "# break", "resumed")]


def f(x, numbers):
    y = x + 1
    return y * numbers[0]  # break


def make():
    return f, [((torch.randn(3), array.array("i", [1])), {})]
