"""An `array.array` is made in compiled code."""

import array

import torch

EXPECTED = [
    ("Unsupported function call", "GB0147", "# break 1", "resumed"),
    ("Observed exception", "GB0088", "# break 2", "frame_skipped"),
]


def f(x, numbers):
    y = x + 1
    both = numbers + array.array("i", [1])  # break 1
    return y * len(both)  # break 2


def make():
    return f, [((torch.randn(3), array.array("i", [1])), {})]
