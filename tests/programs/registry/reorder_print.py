"""A debugging function that is to be reordered, with an argument that cannot."""

import torch

EXPECTED = [
    ("attempted to reorder a debugging function that can't actually be reordered", "GB0296", "# break", "resumed"),
]
SETTINGS = {"config": {"reorderable_logging_functions": {print}}}


def f(x, thing):
    y = x + 1
    print("got", thing)  # break
    return y * 2


def make():
    return f, [((torch.randn(3), object()), {})]
