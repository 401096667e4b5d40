"""The class of an object is replaced."""

import torch

EXPECTED = [("__class__ assignment on user-defined object", "GB4271", "# break", "resumed")]


class Draft:
    factor = 1


class Final(Draft):
    factor = 2


def f(x, thing):
    y = x + 1
    thing.__class__ = Final  # break
    return y * thing.factor


def make():
    return f, [((torch.randn(3), Draft()), {})]
