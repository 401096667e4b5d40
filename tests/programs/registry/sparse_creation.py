"""A sparse tensor that is made in the compiled function."""

import torch

EXPECTED = [
    ("Attempted to call function marked as skipped", "GB0007", "# break 1", "resumed"),
    ("Attempted to wrap sparse Tensor", "GB0015", "# break 2", "frame_skipped"),
]


def f(x):
    y = x + 1
    table = torch.sparse_coo_tensor([[0, 1]], y[:2], (3,))  # break 1
    return table.to_dense() + y  # break 2


def make():
    return f, [((torch.randn(3),), {})]
