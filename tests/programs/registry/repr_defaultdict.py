"""`repr` of a `defaultdict`."""

import collections

import torch

EXPECTED = [("repr_impl not implemented", "GB6053", "# break", "resumed")]


class Box:
    pass


def f(x, box):
    y = x + 1
    table = collections.defaultdict(list)
    table["a"].append(box)
    return y * len(repr(table))  # break


def make():
    return f, [((torch.randn(3), Box()), {})]
