"""A method of a `typing` construct."""

import typing

import torch

EXPECTED = [("Unsupported hasattr call", "GB0150", "# break", "resumed")]


def f(x):
    y = x + 1
    kind = typing.List[int]
    args = typing.Union.copy_with((int,)) if hasattr(typing.Union, "copy_with") else ()  # break
    return y * 2


def make():
    return f, [((torch.randn(3),), {})]
