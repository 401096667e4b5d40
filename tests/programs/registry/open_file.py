"""`open` in a `with` statement."""

import os

import torch

EXPECTED = [
    ("Failed to trace builtin operator", "GB0059", "# break", "resumed"),
    ("Unsupported context manager", "GB0142", "# break", "frame_skipped"),
]


def f(x):
    y = x + 1
    with open(os.devnull) as sink:  # break
        text = sink.read()
    return y * (2 + len(text))


def make():
    return f, [((torch.randn(3),), {})]
