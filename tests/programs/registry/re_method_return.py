"""A method of a compiled pattern whose result Dynamo does not know."""

import re

import torch

EXPECTED = [
    ("constant-like method call with unsupported return type", "GB0292", "# break 1", "resumed"),
    ("missing tp_iter", "GB0811", "# break 2", "resumed"),
]


pattern = re.compile("a+")


def f(x):
    y = x + 1
    found = pattern.finditer("aab")  # break 1
    return y * len(list(found))  # break 2


def make():
    return f, [((torch.randn(3),), {})]
