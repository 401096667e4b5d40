"""A function of NumPy that Dynamo does not know."""

import numpy as np
import torch

EXPECTED = [("attempted to trace numpy function unsupported by PyTorch", "GB0294", "# break", "resumed")]


def f(x):
    a = (x + 1).numpy()
    b = np.unwrap(a)  # break
    return x + torch.from_numpy(b)


def make():
    return f, [((torch.randn(3),), {})]
