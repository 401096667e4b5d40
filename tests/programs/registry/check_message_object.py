"""The message of `torch._check` is no local function."""

import functools

import torch

EXPECTED = [("Can't extract message from torch._check*()", "GB9840", "# break", "resumed")]


def f(x):
    y = x + 1
    torch._check(x.shape[0] == 3, functools.partial(str, "bad"))  # break
    return y * 2


def make():
    return f, [((torch.randn(3),), {})]
