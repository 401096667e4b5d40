"""A class that is defined in the compiled function."""

import torch

EXPECTED = [("Invalid call to __build_class__", "GB8977", "# break", "resumed")]


def f(x):
    y = x + 1

    class Holder(torch.nn.Module):  # break
        scale = 2

        def __init__(self):
            super().__init__()

    return y * Holder.scale


def make():
    return f, [((torch.randn(3),), {})]
