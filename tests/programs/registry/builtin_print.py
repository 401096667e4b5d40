"""`print` in the middle: what comes before and after it becomes two graphs."""

import torch

EXPECTED = [("Failed to trace builtin operator", "GB0059", "# break", "resumed")]


def f(x):
    y = x + 1
    print("mean", y.mean())  # break
    return y * 2


def make():
    return f, [((torch.randn(3),), {})]
