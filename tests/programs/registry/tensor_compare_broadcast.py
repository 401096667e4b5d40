"""Two tensors that cannot be broadcast are compared."""

import torch

EXPECTED = [("RuntimeError when making fake tensor call", "GB4315", "# break", "error")]


def f(x, w):
    y = x + 1
    try:
        return y == w  # break
    except RuntimeError:
        return y


def make():
    return f, [((torch.randn(3), torch.randn(4)), {})]
