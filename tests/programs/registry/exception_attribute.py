"""An attribute is set on an exception."""

import torch

EXPECTED = [("Unsupported attribute assignment on Exception object", "GB0135", "# break", "frame_skipped")]


def f(x):
    y = x + 1
    try:
        raise ValueError("a")
    except ValueError as error:
        error.hint = "b"  # break
        return y * 2


def make():
    return f, [((torch.randn(3),), {})]
