"""An exception that nothing in the compiled function catches."""

import torch

EXPECTED = [("Observed exception", "GB0088", "# break", "frame_skipped")]


def f(x):
    if x.dim() == 1:
        raise ValueError("not today")  # break
    return x * 2


def make():
    return f, [((torch.randn(3),), {})]
