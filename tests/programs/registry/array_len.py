"""The length of an `array.array`."""

import array

import torch

EXPECTED = [("Cannot trace user-defined __len__", "GB6012", "# break", "resumed")]


def f(x, numbers):
    y = x + 1
    return y * len(numbers)  # break


def make():
    return f, [((torch.randn(3), array.array("i", [1])), {})]
