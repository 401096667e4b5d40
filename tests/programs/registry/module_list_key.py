"""A `ModuleList` is indexed with a tensor."""

import torch

EXPECTED = [
    ("Unsupported Tensor.item() call with capture_scalar_outputs=False", "GB0124", "# break", "resumed"),
]


class Experts(torch.nn.Module):
    def __init__(self):
        super().__init__()
        self.experts = torch.nn.ModuleList([torch.nn.Linear(3, 3), torch.nn.Linear(3, 3)])

    def forward(self, x, i):
        y = x + 1
        return self.experts[i](y)  # break


def make():
    return Experts(), [((torch.randn(3), torch.tensor(1)), {})]
