"""`itertools.groupby` without arguments that it can take."""

import itertools

import torch

EXPECTED = [("Unsupported kwargs for itertools.groupby", "GB0155", "# break", "frame_skipped")]


def f(x):
    y = x + 1
    try:
        groups = itertools.groupby(iterable=[1, 2])  # break
    except TypeError:
        groups = []
    return y * len(list(groups))


def make():
    return f, [((torch.randn(3),), {})]
