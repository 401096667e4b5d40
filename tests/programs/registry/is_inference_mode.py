"""`torch.is_inference_mode_enabled()`."""

import torch

EXPECTED = [("Encountered torch.is_inference_mode_enabled during tracing", "GB0046", "# break", "resumed")]


def f(x):
    y = x + 1
    if torch.is_inference_mode_enabled():  # break
        return y
    return y * 2


def make():
    return f, [((torch.randn(3),), {})]
