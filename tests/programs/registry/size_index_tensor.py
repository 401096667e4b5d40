"""A `torch.Size` is indexed with a tensor."""

import torch

EXPECTED = [
    ("Unsupported Tensor.item() call with capture_scalar_outputs=False", "GB0124", "# break", "resumed"),
]


def f(x, i):
    y = x + 1
    return y * y.shape[i]  # break


def make():
    return f, [((torch.randn(3), torch.tensor(0)), {})]
