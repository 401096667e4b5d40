"""`deque` with an argument that it does not take."""

import collections

import torch

EXPECTED = [("collections.deque() with bad arguments", "GB0258", "# break", "frame_skipped")]


def f(x):
    y = x + 1
    try:
        q = collections.deque([1], size=3)  # break
    except TypeError:
        q = [1]
    return y * len(q)


def make():
    return f, [((torch.randn(3),), {})]
