"""An exception is made with a keyword argument."""

import torch

EXPECTED = [("Keyword args passed to exception constructor", "GB0273", "# break", "frame_skipped")]


def f(x):
    y = x + 1
    try:
        raise ImportError("a", name="b")  # break
    except ImportError:
        return y * 2


def make():
    return f, [((torch.randn(3),), {})]
