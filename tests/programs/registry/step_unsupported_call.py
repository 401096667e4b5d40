"""The function asks Dynamo to run the rest of it in Python."""

import torch

EXPECTED = [("torch._dynamo.step_unsupported() with empty checkpoint", "GB0275", "# break", "frame_skipped")]


def f(x):
    y = x + 1
    torch._dynamo.step_unsupported()  # break
    return y * 2


def make():
    return f, [((torch.randn(3),), {})]
