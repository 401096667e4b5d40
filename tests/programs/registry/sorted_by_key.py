"""`sorted` with a key that is a tensor."""

import torch

EXPECTED = [("sort with non-constant keys", "GB0207", "# break", "resumed")]


def f(x):
    rows = sorted([x[0], x[1]], key=lambda row: row * 2)  # break
    return rows[0] + 1


def make():
    return f, [((torch.randn(3),), {})]
