"""A module attribute that changes on each call until the recompile limit is hit."""

import torch

EXPECTED = [("Dynamo recompile limit exceeded", "GB0039", "# break", "limit")]
SETTINGS = {"config": {"recompile_limit": 2}}


class Counter(torch.nn.Module):
    def __init__(self):
        super().__init__()
        self.calls = 0

    def forward(self, x):  # break
        self.calls += 1
        return x * self.calls


def make():
    x = torch.randn(3)
    return Counter(), [((x,), {})] * 5
