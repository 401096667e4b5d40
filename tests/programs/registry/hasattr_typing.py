"""`hasattr` on a `typing` construct."""

import typing

import torch

EXPECTED = [("Unsupported hasattr call", "GB0150", "# break", "resumed")]


def f(x):
    y = x + 1
    return y * 2 if hasattr(typing.Union, "__origin__") else y  # break


def make():
    return f, [((torch.randn(3),), {})]
