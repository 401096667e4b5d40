"""A question about a call that was made under no_grad, asked outside of it."""

from __future__ import annotations

from typing import Any

import torch


def f(x: torch.Tensor) -> torch.Tensor:
    return x.softmax(-1)


def explained(dx: Any) -> Any:
    with torch.no_grad():
        out = dx.explain(f)(torch.ones(2, 4))
    return f"{out.would_recompile(torch.zeros(2, 4))} | {out.would_recompile(torch.zeros(2, 4).half())}"


SAYS = (
    r"would not be compiled again: .* of the recorded call, not of the code that asks",
    r"`x` was float32, and would be float16",
)
NOT = (r"grad mode was",)
