"""A module whose `__init__` did not run."""

import torch

EXPECTED = [("Uninitialized nn.Module", "GB0119", "# break", "frame_skipped")]


class Bare(torch.nn.Module):
    def __init__(self):
        super().__init__()


bare = object.__new__(torch.nn.ReLU)


def f(x):
    y = x + 1
    return y * len(str(type(bare)))  # break


def make():
    return f, [((torch.randn(3),), {})]
