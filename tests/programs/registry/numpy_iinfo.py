"""`np.dtype` of something that is no constant."""

import numpy as np
import torch

EXPECTED = [
    (
        "numpy function that produces a const collection type encountered non-const arguments",
        "GB0300",
        "# break",
        "resumed",
    ),
]


def f(x):
    a = (x + 1).numpy()
    info = np.finfo(a)  # break
    return x * float(info.eps)


def make():
    return f, [((torch.randn(3),), {})]
