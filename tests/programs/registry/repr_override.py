"""`repr` of an object whose `__repr__` prints a tensor."""

import torch

EXPECTED = [("Observed exception", "GB0088", "# break", "frame_skipped")]


class Box:
    def __init__(self, value):
        self.value = value

    def __repr__(self):
        return f"Box({self.value})"


def f(x, box):
    y = x + 1
    return y * len(repr(box))  # break


def make():
    return f, [((torch.randn(3), Box(torch.ones(2))), {})]
