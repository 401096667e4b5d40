"""A namedtuple class is made with fields that Dynamo does not know."""

import collections

import torch

EXPECTED = [
    ("namedtuple construction", "GB0201", "# break", "resumed"),
    ("Attempt to trace generator", "GB0003", "# break", "frame_skipped"),
]


def f(x):
    y = x + 1
    Pair = collections.namedtuple("Pair", ["a", f"b{len(y)}_{y.sum():.0f}"])  # break
    return y * len(Pair._fields)


def make():
    return f, [((torch.randn(3),), {})]
