"""Layers of one class that scale by their own depth, compiled one by one."""

from __future__ import annotations

from typing import Any

import torch


class Layer(torch.nn.Module):
    def __init__(self, depth: int) -> None:
        super().__init__()
        self.depth = depth

    def forward(self, x: torch.Tensor) -> torch.Tensor:
        return x.relu() / (self.depth + 1)


def explained(dx: Any) -> Any:
    layers = [Layer(depth) for depth in range(4)]
    for layer in layers:
        layer.compile(backend="eager")
    with dx.watch() as session:
        h = torch.ones(2, 4)
        for layer in layers:
            h = layer(h)
    return session.explain_output()


SAYS = (
    r"different `Layer` modules",
    r"one version for each `Layer`",
    r"recompile_limit",
)
NOT = (r"(?i)a buffer",)
