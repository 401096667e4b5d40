"""`data_ptr()` of two tensors is compared."""

import torch

EXPECTED = [("Data pointer comparison", "GB5976", "# break", "resumed")]


def f(x):
    y = x + 1
    if x.data_ptr() == y.data_ptr():  # break
        return y
    return y * 2


def make():
    return f, [((torch.randn(3),), {})]
