"""An attribute of a NumPy array that Dynamo does not know."""

import torch

EXPECTED = [("Unsupported ndarray attribute access", "GB0157", "# break", "rest_eager")]


def f(x):
    a = (x + 1).numpy()
    order = a.flags  # break
    return x * 2


def make():
    return f, [((torch.randn(3),), {})]
