"""A function of the standard library that Dynamo does not trace."""

import os

import torch

EXPECTED = [("Attempted to call function marked as skipped", "GB0007", "# break", "resumed")]


def f(x):
    y = x + 1
    os.getcwd()  # break
    return y * 2


def make():
    return f, [((torch.randn(3),), {})]
