"""The constructor of a tensor subclass is given more than a tensor."""

import torch

EXPECTED = [
    ("Calling subclass default constructor with more than tensor argument", "GB0026", "# break", "frame_skipped"),
]


class Metres(torch.Tensor):
    pass


def f(x):
    y = x + 1
    try:
        z = Metres(y, requires_grad=False)  # break
    except TypeError:
        z = y
    return z * 2


def make():
    return f, [((torch.randn(3),), {})]
