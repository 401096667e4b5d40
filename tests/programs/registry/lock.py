"""A `threading.Lock` as a context manager."""

import threading

import torch

EXPECTED = [("Unsupported context manager", "GB0142", "# break", "frame_skipped")]


lock = threading.Lock()


def f(x):
    y = x + 1
    with lock:  # break
        y = y * 2
    return y


def make():
    return f, [((torch.randn(3),), {})]
