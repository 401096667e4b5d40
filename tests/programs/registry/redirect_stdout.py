"""`contextlib.redirect_stdout`."""

import contextlib
import io

import torch

EXPECTED = [
    ("Unsupported method call", "GB0156", "# break", "resumed"),
    ("unsupported contextlib.* API", "GB0262", "# break", "resumed"),
    ("Unsupported context manager", "GB0142", "# break", "frame_skipped"),
]


def f(x):
    y = x + 1
    with contextlib.redirect_stdout(io.StringIO()):  # break
        y = y * 2
    return y


def make():
    return f, [((torch.randn(3),), {})]
