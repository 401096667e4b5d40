"""`nn.Parameter` of a Python number."""

import torch

EXPECTED = [("`torch.nn.Parameter()` with unsupported data type", "GB0226", "# break", "frame_skipped")]


def f(x):
    y = x + 1
    try:
        w = torch.nn.Parameter(3)  # break
    except (TypeError, AttributeError):
        w = 3
    return y * w


def make():
    return f, [((torch.randn(3),), {})]
