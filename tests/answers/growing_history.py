"""A list that the compiled function adds to on every call."""

from __future__ import annotations

from typing import Any

import torch

HISTORY: list[Any] = []


def f(x: torch.Tensor) -> torch.Tensor:
    y = x.sin()
    HISTORY.append(y.sum())
    return y * 2


def explained(dx: Any) -> Any:
    HISTORY.clear()
    g = dx.optimize("eager")(f)
    for _ in range(4):
        g(torch.ones(3))
    return g.explain_output()


SAYS = (
    r"itself changes how many items `HISTORY` has \(growing_history\.py:\d+\)",
    r"in the caller",
)
NOT = (r"(?i)keep its length",)
