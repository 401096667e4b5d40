"""The function asks Dynamo to leave it alone."""

import torch

EXPECTED = [("Call to `torch._dynamo.skip_frame()`", "GB4297", "# break", "frame_skipped")]


def f(x):
    y = x + 1
    torch._dynamo.skip_frame()  # break
    return y * 2


def make():
    return f, [((torch.randn(3),), {})]
