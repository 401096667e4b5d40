"""`Tensor.numpy()` where tracing NumPy is switched off."""

import torch

EXPECTED = [
    ("Tensor.numpy() with trace_numpy=False", "GB0105", "# break 1", "resumed"),
    ("Observed exception", "GB0088", "# break 2", "frame_skipped"),
]
SETTINGS = {"config": {"trace_numpy": False}}


def f(x):
    y = x + 1
    a = y.numpy()  # break 1
    return y * len(a)  # break 2


def make():
    return f, [((torch.randn(3),), {})]
