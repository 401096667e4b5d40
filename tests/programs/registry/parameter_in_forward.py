"""A parameter is made in `forward`."""

import torch

EXPECTED = [("Attempted to use `torch.nn.Parameter()` constructor with Dynamo", "GB0264", "# break", "resumed")]


class Model(torch.nn.Module):
    def forward(self, x):
        y = x + 1
        w = torch.nn.Parameter(y.detach())  # break
        return w * 2


def make():
    return Model(), [((torch.randn(3),), {})]
