"""`is_inference()` of a tensor."""

import torch

EXPECTED = [("Encountered tensor.is_inference() during tracing", "GB0045", "# break", "resumed")]


def f(x):
    y = x + 1
    if y.is_inference():  # break
        return y
    return y * 2


def make():
    return f, [((torch.randn(3),), {})]
