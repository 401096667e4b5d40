"""Lengths that come out of a tensor as a list, and decide behind the break: each is called by its place in the list."""

from __future__ import annotations

from typing import Any

import torch


def f(x: torch.Tensor, lengths: torch.Tensor) -> torch.Tensor:
    sizes = lengths.tolist()
    print("lengths are read")
    return x[: sizes[0]] * sizes[1]


def explained(dx: Any) -> Any:
    g = dx.optimize("eager")(f)
    for n in (2, 3):
        g(torch.ones(9, 4), torch.tensor([n, n + 4]))
    return g.explain_output()


SAYS = (r"`sizes\[0\]` was 2, now it is 3", r"`sizes\[1\]` was 6, now it is 7")
NOT = (r"goes on with after the break",)
