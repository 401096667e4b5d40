"""A function that counts in a global variable."""

from __future__ import annotations

from typing import Any

import torch

SEEN = 0


def f(x: torch.Tensor) -> torch.Tensor:
    global SEEN
    SEEN = SEEN + 1
    return x.cos() * 2


def explained(dx: Any) -> Any:
    g = dx.optimize("eager")(f)
    for _ in range(4):
        g(torch.ones(3))
    return g.explain_output()


SAYS = (
    r"`SEEN` was 0, now it is 1",
    r"itself writes it \(global_counter\.py:\d+\)",
    r"torch\.tensor",
)
NOT = (r"(?i)keep it the same",)
