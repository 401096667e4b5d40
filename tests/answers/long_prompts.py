"""A function that is given long texts: a template and a file's path, other ones on the next call."""

from __future__ import annotations

from typing import Any

import torch

LONG = "You are asked to answer in one word. " * 6


def f(x: torch.Tensor, prompt: str, path: str) -> torch.Tensor:
    return x * 2 if prompt.startswith("You") and path else x


def explained(dx: Any) -> Any:
    g = dx.optimize("eager")(f)
    g(torch.ones(3), LONG + "First question", "/data/a.txt")
    g(torch.ones(3), LONG + "Second question", "/data/a.txt")
    g(torch.ones(3), "You" + "1" * 200 + "-" * 20, "/data/a.txt")
    g(torch.ones(3), "You" + "1" * 200 + "-" * 20 + "x" * 7, "/data/a.txt")
    return g.explain_output()


SAYS = (
    r"`prompt` was 'You are asked to ans\S*word\. First question' \(236 characters\), "
    r"now it is 'You are asked to ans\S*ord\. Second question' \(237 characters\)",
    r"now it is 'You1+\S*-xxxxxxx' \(230 characters\)",
)
NOT = (r"in one word",)
