"""The shape of the result depends on the data."""

import torch

EXPECTED = [("Dynamic shape operator", "GB0036", "# break", "resumed")]


def f(x):
    kept = torch.nonzero(x > 0)  # break
    return kept.sum() + x.sum()


def make():
    return f, [((torch.randn(3),), {})]
