"""Activation checkpointing of a function that changes something outside."""

import torch
from torch.utils.checkpoint import checkpoint

EXPECTED = [("HOP: Unsafe side effect", "GB0067", "# break", "resumed")]


def f(x):
    seen = {}

    def layer(x):
        seen["n"] = 1  # break
        return x.sin()

    return checkpoint(layer, x, use_reentrant=False)


def make():
    return f, [((torch.randn(3, requires_grad=True),), {})]
