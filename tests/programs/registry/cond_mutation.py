"""`torch.cond` whose branch changes its operand."""

import torch

EXPECTED = [("Encountered input mutation during higher order op tracing", "GB0041", "# break", "error")]


def f(x):
    def grow(x):
        x.add_(1)
        return x + 1

    return torch.cond(x.sum() > 0, grow, lambda x: x - 1, (x,))  # break


def make():
    return f, [((torch.randn(3),), {})]
