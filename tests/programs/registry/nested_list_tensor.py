"""An element that a torch function takes as a list is an object."""

import torch

EXPECTED = [("Failed to convert args/kwargs to proxy", "GB0055", "# break", "resumed")]


def f(x, items):
    y = x + 1
    return torch.cat(items) + y  # break


def make():
    return f, [((torch.randn(3), {1: torch.ones(3)}.values()), {})]
