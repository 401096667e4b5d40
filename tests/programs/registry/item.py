"""`.item()` turns a tensor into a Python number."""

import torch

EXPECTED = [
    ("Unsupported Tensor.item() call with capture_scalar_outputs=False", "GB0124", "# break", "resumed"),
]


def f(x):
    largest = x.max().item()  # break
    return x / largest


def make():
    return f, [((torch.randn(3),), {})]
