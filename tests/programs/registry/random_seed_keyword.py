"""`random.Random` with a seed given by keyword."""

import random

import torch

EXPECTED = [("random.Random() with improper arguments", "GB0297", "# break", "resumed")]


def f(x):
    y = x + 1
    rng = random.Random(x=3)  # break
    return y * rng.random()


def make():
    return f, [((torch.randn(3),), {})]
