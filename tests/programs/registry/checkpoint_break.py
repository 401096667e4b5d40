"""A break inside activation checkpointing."""

import torch
from torch.utils.checkpoint import checkpoint

EXPECTED = [("Call to `torch._dynamo.graph_break()`", "GB0025", "# break", "resumed")]


def layer(x):
    torch._dynamo.graph_break()  # break
    return x.sin()


def f(x):
    return checkpoint(layer, x, use_reentrant=False)


def make():
    return f, [((torch.randn(3, requires_grad=True),), {})]
