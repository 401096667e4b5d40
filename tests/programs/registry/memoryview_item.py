"""An element of a `memoryview`."""

import torch

EXPECTED = [("missing_mp_subscript", "GB4880", "# break", "resumed")]


def f(x, raw):
    y = x + 1
    return y * raw[0]  # break


def make():
    return f, [((torch.randn(3), memoryview(b"abc")), {})]
