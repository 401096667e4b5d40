"""A NumPy array of objects as an argument."""

import numpy as np
import torch

EXPECTED = [("failed to convert numpy.ndarray to Tensor", "GB0185", "# break", "frame_skipped")]


def f(x, names):
    y = x + 1
    return y * len(names)  # break


def make():
    return f, [((torch.randn(3), np.array(["a", None], dtype=object)), {})]
