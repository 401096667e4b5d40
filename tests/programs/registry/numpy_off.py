"""NumPy where tracing it is switched off."""

import numpy as np
import torch

EXPECTED = [
    ("attempted to trace numpy function with config.trace_numpy=False", "GB0293", "# break", "resumed"),
    ("attempted to trace numpy function with config.trace_numpy=False", "GB0293", "# break", "resumed"),
]
SETTINGS = {"config": {"trace_numpy": False}}


def f(x):
    y = x + 1
    total = np.sum(np.ones(3))  # break
    return y * float(total)


def make():
    return f, [((torch.randn(3),), {})]
