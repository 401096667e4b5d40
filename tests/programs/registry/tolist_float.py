"""`tolist()` of a tensor of floats."""

import torch

EXPECTED = [("Tensor.tolist() with non-integer tensor", "GB0109", "# break", "resumed")]
SETTINGS = {"config": {"capture_scalar_outputs": True}}


def f(x):
    values = x.tolist()  # break
    return x * values[0]


def make():
    return f, [((torch.randn(3),), {})]
