"""`torch.equal` gives a Python bool that depends on the data."""

import torch

EXPECTED = [("Data dependent operator", "GB0033", "# break", "resumed")]


def f(x):
    y = x + 1
    same = torch.equal(x, y)  # break
    return y if same else y * 2


def make():
    return f, [((torch.randn(3),), {})]
