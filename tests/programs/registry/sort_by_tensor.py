"""A list is sorted by the values of tensors."""

import torch

EXPECTED = [("sort with non-constant keys", "GB0207", "# break", "resumed")]


def f(x):
    rows = [x[0], x[1]]
    rows.sort()  # break
    return rows[0] + 1


def make():
    return f, [((torch.randn(3),), {})]
