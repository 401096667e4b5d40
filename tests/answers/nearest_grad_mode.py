"""Versions for two grad modes; the third call differs from the first in a dtype only."""

from __future__ import annotations

from typing import Any

import torch


def f(x: torch.Tensor, y: torch.Tensor) -> torch.Tensor:
    return x * y.sum()


def explained(dx: Any) -> Any:
    g = dx.optimize("eager")(f)
    x = torch.ones(3)
    with torch.no_grad():
        g(x, x)
    g(x, x)
    with torch.no_grad():
        g(x, x.double())
    return g.explain_output()


SAYS = (
    r"`y` was float32, now it is float64",
    r"the grad mode was off, now it is on",
    r"Expected",
)
NOT = (r"the grad mode was on, now it is off",)
