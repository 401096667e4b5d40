"""`fullgraph=True` makes a break an error."""

import torch

EXPECTED = [("Failed to trace builtin operator", "GB0059", "# break", "error")]
SETTINGS = {"fullgraph": True}


def f(x):
    y = x + 1
    print("mean", y.mean())  # break
    return y * 2


def make():
    return f, [((torch.randn(3),), {})]
