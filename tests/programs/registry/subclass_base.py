"""`_base` of a tensor subclass."""

import torch

EXPECTED = [("Unsupported tensor subclass attribute access", "GB0163", "# break", "frame_skipped")]


class Metres(torch.Tensor):
    pass


def f(x):
    y = x + 1
    return y if y._base is None else y * 2  # break


def make():
    return f, [((torch.randn(3).as_subclass(Metres),), {})]
