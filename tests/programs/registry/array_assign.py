"""An element of an `array.array` is replaced."""

import array

import torch

EXPECTED = [("missing_mp_ass_subscript", "GB7786", "# break", "resumed")]


def f(x, numbers):
    y = x + 1
    numbers[0] = 3  # break
    return y * 2


def make():
    return f, [((torch.randn(3), array.array("i", [1])), {})]
