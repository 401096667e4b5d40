"""UncapturedHigherOrderOpError: what ``torch.cond`` and its like are given goes into the graph whole, or not at all."""

from __future__ import annotations

import re

from ..report import Cause
from .case import Case, Told

_NAME = re.compile(r"Higher Order Operator: (?P<name>[\w.]+)")
_BINDS = "failed to bind arguments when attempting to inline"
_OF_THEIR_OWN = ("Encountered aliasing during higher order op", "Encountered input mutation", "HOP", "torch.cond")
"""Kinds of breaks that there are only here, and that say themselves what to do."""


def cause(case: Case, cause: Cause) -> Told | None:
    """Tell it of the break inside."""
    error = case.error
    if error is None or error.type != "UncapturedHigherOrderOpError" or cause.outcome != "error":
        return None
    if cause.gb_type.startswith(_OF_THEIR_OWN):
        return None
    found = _NAME.search(f"{case.event(cause).context}\n{error.message}")
    name = found["name"].rpartition(".")[2] if found else ""
    called = f"`torch.{name}`" if name == "cond" else f"`{name}`" if name else "a higher order operator"
    if cause.gb_type == _BINDS:
        return Told(
            cause.title,
            f"{called} calls each of its functions with all of its operands, and one of them takes another number.",
            ("Give each of these functions one parameter per operand, or pass fewer operands.",),
        )
    return Told(
        f"{cause.title} inside of {called}",
        f"{cause.explanation}\nWhat {called} is given goes into the graph whole: a break in it is an error.",
        (f"Take it out of the function that {called} is given: do it before, or afterwards with the result.",),
    )
