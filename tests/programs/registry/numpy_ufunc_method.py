"""A method of a NumPy function."""

import numpy as np
import torch

EXPECTED = [("attempted to trace numpy.* function as a method", "GB0290", "# break", "resumed")]


def f(x):
    a = (x + 1).numpy()
    total = np.add.reduce(a)  # break
    return x * 2


def make():
    return f, [((torch.randn(3),), {})]
