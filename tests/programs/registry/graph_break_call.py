"""A break that the user asks for."""

import torch

EXPECTED = [("Call to `torch._dynamo.graph_break()`", "GB0025", "# break", "resumed")]


def f(x):
    y = x + 1
    torch._dynamo.graph_break()  # break
    return y * 2


def make():
    return f, [((torch.randn(3),), {})]
