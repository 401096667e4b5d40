"""Two lists with tensors in them are compared."""

import torch

EXPECTED = [("list_richcompare_nonconst", "GB6622", "# break", "resumed")]


def f(x):
    y = x + 1
    return y * 2 if [x] == [y] else y  # break


def make():
    return f, [((torch.randn(3),), {})]
