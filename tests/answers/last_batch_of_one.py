"""The last batch has one sample: that is expected, and can be dropped."""

from __future__ import annotations

from typing import Any

import torch


def f(x: torch.Tensor) -> torch.Tensor:
    return (x - x.mean(0)).pow(2).sum()


def explained(dx: Any) -> Any:
    g = dx.optimize("eager")(f)
    for size in (8, 6, 7, 1):
        g(torch.ones(size, 3))
    return g.explain_output()


SAYS = (
    r"Expected, and only once",
    r"mark_dynamic\(x, 0\)",
    r"Expected\. Sizes 0 and 1",
)
