"""A method of a `torch.Generator`."""

import torch

EXPECTED = [("torch.Generator method", "GB7650", "# break", "resumed")]


def f(x, rng):
    y = x + 1
    rng.manual_seed(3)  # break
    return y * 2


def make():
    return f, [((torch.randn(3), torch.Generator()), {})]
