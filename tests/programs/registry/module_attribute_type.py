"""A method on `super()` that sets what a module does not allow."""

import torch

EXPECTED = [("Unsupported super().__init__() call", "GB0162", "# break", "resumed")]


class Model(torch.nn.Module):
    def forward(self, x):
        super().__init__()  # break
        return x * 2


def make():
    return Model(), [((torch.randn(3),), {})]
