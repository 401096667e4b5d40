"""A batch in a dict: the dtype of one part and the other that was None are both told."""

from __future__ import annotations

from typing import Any

import torch


def f(batch: dict[str, Any]) -> torch.Tensor:
    h = batch["x"] * 2
    return h if batch["mask"] is None else h * batch["mask"]


def explained(dx: Any) -> Any:
    g = dx.optimize("eager")(f)
    g({"x": torch.ones(2, 3), "mask": None})
    g({"x": torch.ones(2, 3).double(), "mask": torch.ones(3)})
    return g.explain_output()


SAYS = (
    r"batch\['mask'\]` was None, now it is a tensor",
    r"batch\['x'\]` was float32, now it is float64",
)
