"""``dynamic=False``, and batches of other sizes: two tensors, one of them in a dict."""

from __future__ import annotations

from typing import Any

import torch


def f(batch: dict[str, torch.Tensor], y: torch.Tensor) -> torch.Tensor:
    return batch["image"].sum(1) * y


def explained(dx: Any) -> Any:
    g = dx.optimize("eager", dynamic=False)(f)
    for n in (3, 4, 5):
        g({"image": torch.ones(n, 2)}, torch.ones(n))
    return g.explain_output()


SAYS = (
    r"`dynamic=False`",
    r"mark_dynamic\(batch\['image'\], 0\)",
    r"mark_dynamic\(y, 0\)",
)
NOT = (r"mark_dynamic\(tensor, dim\)",)
