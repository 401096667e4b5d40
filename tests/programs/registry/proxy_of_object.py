"""An object that is no tensor is given to an operation of torch."""

import torch

EXPECTED = [("Failed to convert args/kwargs to proxy", "GB0055", "# break", "frame_skipped")]


class Thing:
    pass


def f(x):
    y = x + 1
    thing = Thing()
    try:
        return torch.add(y, thing)  # break
    except TypeError:
        return y


def make():
    return f, [((torch.randn(3),), {})]
