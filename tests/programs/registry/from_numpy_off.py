"""`torch.from_numpy` where tracing NumPy is switched off."""

import numpy as np
import torch

EXPECTED = [
    ("call `torch.from_numpy` with `torch._dynamo.config.trace_numpy=False`", "GB0231", "# break", "resumed"),
]
SETTINGS = {"config": {"trace_numpy": False}}


def f(x, a):
    y = x + 1
    return y + torch.from_numpy(a)  # break


def make():
    return f, [((torch.randn(3), np.ones(3)), {})]
