"""What the recompile limit refused is no recompile."""

from __future__ import annotations

from typing import Any

import torch


def f(x: torch.Tensor, mode: str) -> torch.Tensor:
    return x * len(mode)


def explained(dx: Any) -> Any:
    g = dx.optimize("eager")(f)
    for index in range(10):
        g(torch.ones(3), f"mode {index}")
    return g.explain_output()


SAYS = (r"7 recompiles, 1 refused",)
NOT = (r"8 recompiles",)
