"""Breaks that torch tells in free words, without a kind of its own: they go by the first line of what it says."""

from __future__ import annotations

import re
from dataclasses import dataclass

LONGEST = 160
"""Characters of the first line that make a kind."""


@dataclass(frozen=True, slots=True)
class Unnamed:
    """What is told of such a break."""

    title: str
    explanation: str
    hint: str


_NUMBER = "The number is made of a tensor's values, so while Dynamo captures there is only a symbol for it."
_KNOWN = (
    (
        re.compile(r"data-dependent expression \w+ \(unhinted"),
        Unnamed(
            "Python needs a number that is known only when the graph runs",
            f"{_NUMBER} Here Python needs its value.",
            "Make the number before the compiled function is called, and pass it; or keep it a tensor.",
        ),
    ),
    (
        re.compile(r"data-dependent expression "),
        Unnamed(
            "Python asks about a number that is known only when the graph runs",
            f"{_NUMBER} Here Python has to know something about it.",
            "If it is always true, say so before: `torch._check(n >= 2)`, for a number `n`. "
            "If not, make the number before the compiled function is called, and pass it.",
        ),
    ),
)


def find(kind: str) -> Unnamed | None:
    """What is known about a first line of torch's."""
    return next((told for pattern, told in _KNOWN if pattern.search(kind)), None)
