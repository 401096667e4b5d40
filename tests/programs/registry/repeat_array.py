"""An `array.array` is repeated."""

import array

import torch

EXPECTED = [("sq_repeat_impl not implemented", "GB9458", "# break", "frame_skipped")]


def f(x, numbers):
    y = x + 1
    twice = numbers * 2  # break
    return y * 2


def make():
    return f, [((torch.randn(3), array.array("i", [1])), {})]
