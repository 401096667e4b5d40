"""A generator function is compiled by itself."""

import torch

EXPECTED = [("Attempt to trace generator", "GB0003", "# break", "frame_skipped")]


def rows(x):  # break
    for row in x:
        yield row + 1


def make():
    return rows, [((torch.randn(3),), {})]
