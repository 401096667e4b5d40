"""A namedtuple class is made with fields that Dynamo does not know."""

import collections

import torch

EXPECTED = [("namedtuple construction", "GB0201", "# break", "resumed")]


def f(x):
    y = x + 1
    Pair = collections.namedtuple("Pair", [str(y.device) + "_a", f"b{y.sum()}"])  # break
    return y * len(Pair._fields)


def make():
    return f, [((torch.randn(3),), {})]
