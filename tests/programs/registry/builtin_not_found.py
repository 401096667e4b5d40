"""A name that exists nowhere."""

import torch

EXPECTED = [("failed to find name in frame builtins", "GB0354", "# break", "frame_skipped")]


def f(x):
    y = x + 1
    try:
        return undefined_name(y)  # break
    except NameError:
        return y


def make():
    return f, [((torch.randn(3),), {})]
