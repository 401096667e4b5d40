"""Indexing by a mask: how many rows are kept depends on the data."""

import torch

EXPECTED = [("Dynamic shape operator", "GB0036", "# break", "resumed")]


def f(x):
    kept = x[x > 0]  # break
    return kept * 2


def make():
    return f, [((torch.randn(3),), {})]
