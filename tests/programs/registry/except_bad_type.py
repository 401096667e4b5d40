"""`except` with something that is not even a tuple."""

import torch

EXPECTED = [("Exception with bad expected type", "GB0050", "# break", "frame_skipped")]


kinds = [ValueError]


def f(x):
    y = x + 1
    try:
        raise ValueError("a")
    except kinds:  # break
        return y


def make():
    return f, [((torch.randn(3),), {})]
