"""A method of a NumPy array that Dynamo does not know."""

import torch

EXPECTED = [("Unsupported ndarray method call", "GB0158", "# break", "resumed")]


def f(x):
    a = (x + 1).numpy()
    raw = a.tobytes()  # break
    return x * len(raw)


def make():
    return f, [((torch.randn(3),), {})]
