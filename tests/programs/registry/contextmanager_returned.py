"""A `@contextmanager` object is returned."""

import contextlib

import torch

EXPECTED = [
    ("reconstructing @contextmanager object", "GB2533", "# break 1", "frame_skipped"),
    ("Attempt to trace generator", "GB0003", "# break 2", "frame_skipped"),
]


@contextlib.contextmanager  # break 2
def scope():
    yield


def f(x):
    y = x + 1
    return y, scope()  # break 1


def make():
    return f, [((torch.randn(3),), {})]
