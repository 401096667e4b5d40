"""A profiler is returned."""

import torch

EXPECTED = [("torch.profiler object escaped from compiled region", "GB0212", "# break", "frame_skipped")]


def f(x):
    y = x + 1
    return y, torch.profiler.profile()  # break


def make():
    return f, [((torch.randn(3),), {})]
