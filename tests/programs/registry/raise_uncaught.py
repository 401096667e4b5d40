"""An exception that nothing in the compiled function catches."""

import torch

EXPECTED = [("Observed exception", "GB0088", "# break", "frame_skipped")]


def f(x):
    y = x + 1
    raise ValueError("not today")  # break


def make():
    def guarded(x):
        return x

    return f, [((torch.randn(3),), {})]
