"""A method that is disabled for `torch.compile`."""

import torch

EXPECTED = [("Skip inlining `torch.compiler.disable()`d function", "GB0099", "# break", "resumed")]


class Model(torch.nn.Module):
    @torch.compiler.disable
    def scale(self, x):
        return x * 3

    def forward(self, x):
        return self.scale(x + 1).relu()  # break


def make():
    return Model(), [((torch.randn(3),), {})]
