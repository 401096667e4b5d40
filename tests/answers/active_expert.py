"""A number that picks a module of a list cannot be a buffer."""

from __future__ import annotations

from typing import Any

import torch


class Net(torch.nn.Module):
    def __init__(self) -> None:
        super().__init__()
        self.experts = torch.nn.ModuleList(torch.nn.Linear(3, 3) for _ in range(4))
        self.active = 0

    def forward(self, x: torch.Tensor) -> Any:
        return self.experts[self.active](x)


def explained(dx: Any) -> Any:
    net = Net()
    g = dx.optimize("eager")(net)
    for index in range(3):
        net.active = index
        g(torch.ones(2, 3))
    return g.explain_output()


SAYS = (
    r"`self.active` was 0, now it is 1",
    r"picks an item of a container",
)
NOT = (r"a buffer",)
