"""A break that is asked for while Dynamo compiles."""

import torch
from torch._dynamo.comptime import comptime

EXPECTED = [("ComptimeContext graph break", "GB0030", "# break", "resumed")]


def f(x):
    y = x + 1
    comptime.graph_break()  # break
    return y * 2


def make():
    return f, [((torch.randn(3),), {})]
