"""`astype(object)` of a NumPy array."""

import torch

EXPECTED = [
    ("ndarray.astype(object)", "GB0250", "# break 1", "resumed"),
    ("failed to convert numpy.ndarray to Tensor", "GB0185", "# break 2", "frame_skipped"),
]


def f(x):
    y = x + 1
    column = y.numpy().astype(object)  # break 1
    return y * len(column)  # break 2


def make():
    return f, [((torch.randn(3),), {})]
