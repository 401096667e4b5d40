"""`itertools.groupby` with a key that is a tensor."""

import itertools

import torch

EXPECTED = [
    (
        "Unsupported key type for itertools.groupby",
        "GB0152",
        "# break 1",
        "resumed",
        "Unexpected failure during itertools.groupby() iteration",
    ),
    ("missing tp_iter", "GB0811", "# break 2", "resumed"),
]


def f(x):
    y = x + 1
    groups = itertools.groupby([y[0], y[1]], key=lambda v: v > 0)  # break 1
    return y * len(list(groups))  # break 2


def make():
    return f, [((torch.randn(3),), {})]
