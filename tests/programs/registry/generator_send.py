"""A method of a generator that was made outside."""

import torch

EXPECTED = [
    ("call_method on generator", "GB0253", "# break 1", "resumed"),
    ("Attempt to trace generator", "GB0003", "# break 2", "frame_skipped"),
]


def numbers():  # break 2
    yield 1
    yield 2


def f(x, gen):
    y = x + 1
    n = gen.send(None)  # break 1
    return y * n


def make():
    return f, [((torch.randn(3), numbers()), {})]
