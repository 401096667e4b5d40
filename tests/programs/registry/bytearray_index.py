"""A `bytearray` is changed."""

import torch

EXPECTED = [
    ("Failed to trace builtin operator", "GB0059", "# break 1", "resumed"),
    ("missing_mp_ass_subscript", "GB7786", "# break 2", "resumed"),
    ("Cannot trace user-defined __len__", "GB6012", "# break 3", "resumed"),
]


def f(x):
    y = x + 1
    raw = bytearray(3)  # break 1
    raw[0] = 1  # break 2
    return y * len(raw)  # break 3


def make():
    return f, [((torch.randn(3),), {})]
