"""A branch on a part of a size: the condition is quoted, with its numbers as they are."""

from __future__ import annotations

from typing import Any

import torch


def f(x: torch.Tensor) -> torch.Tensor:
    return x * 2 if x.shape[0] * 0.375 > 1.25 else x + 1


def explained(dx: Any) -> Any:
    g = dx.optimize("eager", dynamic=True)(f)
    for n in (2, 9):
        g(torch.ones(n, 4))
    return g.explain_output()


SAYS = (r"0\.375", r"1\.25")
NOT = (r"\d\[\d+\]",)
