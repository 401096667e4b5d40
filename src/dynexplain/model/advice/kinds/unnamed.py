"""Breaks that torch tells in free words, without a kind of its own: they go by the first line of what it says."""

from __future__ import annotations

import re

from ..kind import Kind

LONGEST = 160
"""Characters of the first line that make a kind."""
_NUMBER = "The number is made of a tensor's values, so while Dynamo captures there is only a symbol for it."

KINDS = (
    Kind(
        "data-dependent expression (unhinted)",
        pattern=re.compile(r"data-dependent expression \w+ \(unhinted"),
        title="Python needs a number that is known only when the graph runs",
        explanation=f"{_NUMBER} Here Python needs its value.",
        hint="Make the number before the compiled function is called, and pass it; or keep it a tensor.",
    ),
    Kind(
        "data-dependent expression",
        pattern=re.compile(r"data-dependent expression "),
        title="Python asks about a number that is known only when the graph runs",
        explanation=f"{_NUMBER} Here Python has to know something about it.",
        hint=(
            "If it is always true, say so before: `torch._check(n >= 2)`, for a number `n`. "
            "If not, make the number before the compiled function is called, and pass it."
        ),
    ),
)
