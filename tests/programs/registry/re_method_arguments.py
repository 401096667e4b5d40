"""A method of a compiled pattern with an argument that Dynamo does not know."""

import re

import torch

EXPECTED = [("constant-like method call with non-constant args", "GB0299", "# break", "resumed")]


pattern = re.compile("a+")


def f(x):
    y = x + 1
    text = f"{y.sum()}"
    found = pattern.match(text)  # break
    return y if found else y * 2


def make():
    return f, [((torch.randn(3),), {})]
