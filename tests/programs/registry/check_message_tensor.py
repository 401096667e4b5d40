"""The message of `torch._check` is made from a tensor."""

import torch

EXPECTED = [("Can't convert torch._check*() message closure", "GB9158", "# break", "resumed")]


def f(x):
    y = x + 1
    torch._check(x.shape[0] == 3, lambda: f"bad {y}")  # break
    return y * 2


def make():
    return f, [((torch.randn(3),), {})]
