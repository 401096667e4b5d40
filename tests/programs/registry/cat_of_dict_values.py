"""`torch.cat` of the values of a dict, which is no list."""

import torch

EXPECTED = [("Failed to convert args/kwargs to proxy", "GB0055", "# break", "frame_skipped")]


def f(x, items):
    y = x + 1
    try:
        return torch.cat(items) + y  # break
    except TypeError:
        return torch.cat(list(items)) + y


def make():
    return f, [((torch.randn(3), {1: torch.ones(3)}.values()), {})]
