"""A module that counts its own calls."""

from __future__ import annotations

from typing import Any

import torch


class Net(torch.nn.Module):
    def __init__(self) -> None:
        super().__init__()
        self.steps = 0

    def forward(self, x: torch.Tensor) -> torch.Tensor:
        self.steps += 1
        return x * min(1.0, self.steps / 10)


def explained(dx: Any) -> Any:
    g = dx.optimize("eager")(Net())
    for _ in range(4):
        g(torch.ones(3))
    return g.explain_output()


SAYS = (
    r"`self.steps` is compiled in as a constant, and the compiled code itself writes it",
    r"allow_unspec_int_on_nn_module",
    r"to its caller",
)
NOT = (r"(?i)keep it the same",)
