"""A sparse tensor as an argument."""

import torch

EXPECTED = [("Attempted to wrap sparse Tensor", "GB0015", "# break", "frame_skipped")]


def f(x, weight):
    y = x + 1
    return torch.mv(weight, y)  # break


def make():
    return f, [((torch.randn(3), torch.eye(3).to_sparse()), {})]
