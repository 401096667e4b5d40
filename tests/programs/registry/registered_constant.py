"""An object made in compiled code is given to a `nonstrict_trace` function."""

import torch

EXPECTED = [
    (
        "Input marked with `pytree.register_constant` constructed in the `torch.compile` region",
        "GB0238",
        "# break",
        "resumed",
    ),
]


class Box:
    def __init__(self, size):
        self.size = size

    def __eq__(self, other):
        return self.size == other.size

    def __hash__(self):
        return hash(self.size)


torch.utils._pytree.register_constant(Box)


@torch._dynamo.nonstrict_trace
def scale(x, box):
    return x * box.size


def f(x):
    box = Box(2)
    return scale(x + 1, box)  # break


def make():
    return f, [((torch.randn(3),), {})]
