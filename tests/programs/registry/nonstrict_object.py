"""A `nonstrict_trace` function that is given an object."""

import torch

EXPECTED = [("Invalid input type for nonstrict_trace-ed function", "GB0236", "# break", "resumed")]


class Box:
    size = 2


@torch._dynamo.nonstrict_trace
def scale(x, box):
    return x * box.size


def f(x, box):
    return scale(x + 1, box)  # break


def make():
    return f, [((torch.randn(3), Box()), {})]
