"""A profiler is started in compiled code."""

import torch

EXPECTED = [("Failed to trace builtin operator", "GB0059", "# break", "resumed")]


def f(x):
    y = x + 1
    with torch.profiler.record_function("step"):
        print(y.mean())  # break
        y = y * 2
    return y


def make():
    return f, [((torch.randn(3),), {})]
