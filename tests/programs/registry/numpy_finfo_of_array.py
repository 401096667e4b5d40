"""`np.finfo` of an array."""

import numpy as np
import torch

EXPECTED = [
    (
        "numpy function that produces a const collection type encountered non-const arguments",
        "GB0300",
        "# break",
        "rest_eager",
    ),
]


def f(x):
    a = (x + 1).numpy()
    try:
        info = np.finfo(a)  # break
    except ValueError:
        info = np.finfo(a.dtype)
    return x * float(info.eps)


def make():
    return f, [((torch.randn(3),), {})]
