"""`@contextmanager` on a function that does not yield."""

import contextlib

import torch

EXPECTED = [
    ("non-generator contextlib.contextmanager", "GB0221", "# break", "resumed"),
    ("Unsupported context manager", "GB0142", "# break", "frame_skipped"),
]


@contextlib.contextmanager
def scope():
    return iter([None])


def f(x):
    y = x + 1
    with scope():  # break
        y = y * 2
    return y


def make():
    return f, [((torch.randn(3),), {})]
