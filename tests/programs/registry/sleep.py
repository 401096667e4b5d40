"""`time.sleep`."""

import time

import torch

EXPECTED = [("Attempted to call function marked as skipped", "GB0007", "# break", "resumed")]


def f(x):
    y = x + 1
    time.sleep(0)  # break
    return y * 2


def make():
    return f, [((torch.randn(3),), {})]
