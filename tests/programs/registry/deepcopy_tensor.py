"""`copy.deepcopy` of a tensor."""

import copy

import torch

EXPECTED = [("Attempted to copy.deepcopy a tensor", "GB4198", "# break", "resumed")]


def f(x):
    y = copy.deepcopy(x)  # break
    return y * 2


def make():
    return f, [((torch.randn(3),), {})]
