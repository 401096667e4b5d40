"""A sparse tensor is made by a method."""

import torch

EXPECTED = [
    ("Attempted to wrap sparse Tensor with VariableTracker", "GB0277", "# break", "resumed"),
    ("Attempted to wrap sparse Tensor", "GB0015", "# break", "frame_skipped"),
]


def f(x):
    y = x + 1
    return y.to_sparse().to_dense()  # break


def make():
    return f, [((torch.randn(3),), {})]
