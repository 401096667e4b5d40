"""NumPy's own random numbers."""

import numpy as np
import torch

EXPECTED = [
    (
        "attempted to trace torch._numpy.random function with config.use_numpy_random_stream=True",
        "GB0298",
        "# break",
        "resumed",
    ),
]
SETTINGS = {"config": {"use_numpy_random_stream": True}}


def f(x):
    y = x + 1
    noise = np.random.rand(3)  # break
    return y + torch.from_numpy(noise)


def make():
    return f, [((torch.randn(3),), {})]
