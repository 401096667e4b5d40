"""A set of tensors as an argument."""

import torch

EXPECTED = [("Attempted to wrap a set with tensors", "GB0222", "# break", "frame_skipped")]


def f(x, chosen):
    y = x + 1
    return y * len(chosen)  # break


def make():
    x = torch.randn(3)
    return f, [((x, {x, torch.ones(3)}), {})]
