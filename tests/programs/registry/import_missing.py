"""A module that cannot be imported."""

import torch

EXPECTED = [("Import failure", "GB0069", "# break", "frame_skipped")]


def f(x):
    y = x + 1
    try:
        import no_such_module  # break
    except ImportError:
        pass
    return y * 2


def make():
    return f, [((torch.randn(3),), {})]
