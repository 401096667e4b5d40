"""`except` with something that is no exception class."""

import torch

EXPECTED = [("Exception with non-type expectation", "GB0051", "# break", "frame_skipped")]


kinds = (ValueError, "nothing")


def f(x):
    y = x + 1
    try:
        raise KeyError("a")
    except kinds:  # break
        return y


def make():
    return f, [((torch.randn(3),), {})]
