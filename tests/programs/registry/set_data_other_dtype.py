"""`.data` is replaced by a tensor of another dtype."""

import torch

EXPECTED = [("Failed to mutate tensor data attribute to different dtype", "GB0220", "# break", "resumed")]


def f(x):
    y = x + 1
    x.data = torch.zeros(3, dtype=torch.float64)  # break
    return y + x.float()


def make():
    return f, [((torch.randn(3),), {})]
