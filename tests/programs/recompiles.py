"""A module that counts its calls: compiled again and again until the limit is hit."""

import torch


class Counting(torch.nn.Module):
    def __init__(self):
        super().__init__()
        self.calls = 0

    def forward(self, x, scale):
        self.calls += 1
        return x * self.calls * scale


def make():
    torch.manual_seed(0)
    x = torch.randn(3)
    return Counting(), [((x, 1.0), {})] * 10 + [((x.double(), 1.0), {})]
