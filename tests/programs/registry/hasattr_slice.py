"""`hasattr` on something that Dynamo cannot look into."""

import torch

EXPECTED = [("Unsupported hasattr call", "GB0150", "# break", "resumed")]


def f(x):
    y = x + 1
    part = slice(1)
    return y * 2 if hasattr(part, "start") else y  # break


def make():
    return f, [((torch.randn(3),), {})]
