"""`in` of a tensor."""

import torch

EXPECTED = [
    ("Unsupported Tensor.item() call with capture_scalar_outputs=False", "GB0124", "# break", "frame_skipped"),
]


def f(x):
    y = x + 1
    return y * 2 if 3 in y else y  # break


def make():
    return f, [((torch.randn(3),), {})]
