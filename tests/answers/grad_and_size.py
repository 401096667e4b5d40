"""Two properties of one tensor changed, against the nearer of two versions."""

from __future__ import annotations

from typing import Any

import torch


def f(x: torch.Tensor) -> torch.Tensor:
    return x.tanh() + 1


def explained(dx: Any) -> Any:
    g = dx.optimize("eager")(f)
    g(torch.ones(4, 5))
    g(torch.ones(6, dtype=torch.int32))
    g(torch.ones(4, 9, requires_grad=True))
    return g.explain_output()


SAYS = (
    r"`x` required no gradient, now it requires a gradient; `x\.size\(1\)` was 5, now it is 9",
)
NOT = (r"int32, now it is float64",)
