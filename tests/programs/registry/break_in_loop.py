"""A break in a `for` loop: the whole function is left to Python."""

import torch

EXPECTED = [
    ("Call to `torch._dynamo.graph_break()`", "GB0025", "# break", "frame_skipped", "graph break in loop"),
]


def f(x):
    for _ in range(2):
        x = x + 1
        torch._dynamo.graph_break()  # break
    return x


def make():
    return f, [((torch.randn(3),), {})]
