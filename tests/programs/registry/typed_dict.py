"""A `TypedDict` with optional keys."""

import typing

import torch

EXPECTED = [("TypedDict with optional keys", "GB0257", "# break", "resumed")]


class Options(typing.TypedDict, total=False):
    scale: int


def f(x):
    y = x + 1
    options = Options(scale=2)  # break
    return y * options["scale"]


def make():
    return f, [((torch.randn(3),), {})]
