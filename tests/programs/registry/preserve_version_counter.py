"""A context manager of torch is returned."""

import torch

EXPECTED = [
    (
        "torch.autograd._unsafe_preserve_version_counter escaped from compiled region",
        "GB0209",
        "# break",
        "frame_skipped",
    ),
]


def f(x):
    y = x + 1
    return y, torch.autograd._unsafe_preserve_version_counter(y)  # break


def make():
    return f, [((torch.randn(3),), {})]
