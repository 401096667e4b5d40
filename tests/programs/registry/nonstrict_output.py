"""A `nonstrict_trace` function that returns an object."""

import torch

EXPECTED = [("Unsupported output type for nonstrict_trace-ed function", "GB0251", "# break", "resumed")]


class Box:
    pass


@torch._dynamo.nonstrict_trace
def boxed(x):
    return Box()


def f(x):
    y = x + 1
    box = boxed(y)  # break
    return y * 2


def make():
    return f, [((torch.randn(3),), {})]
