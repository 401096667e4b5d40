"""What ConstraintViolationError tells of sizes that were marked dynamic (``produce_guards_verbose`` in torch)."""

from __future__ import annotations

import re
from dataclasses import dataclass

from ..records import Stack
from .stacks import parse_stack

_ITEM = re.compile(r"^  - ", re.MULTILINE)
_FIXED = re.compile(
    r"You marked (?P<source>.+?)\.size\(\)\[(?P<dim>\d+)\] as dynamic but your code specialized it to be a constant "
    r"\((?P<value>-?\d+)\)"
)
_RANGE = re.compile(
    r"Not all values of (?P<source>\S+?)\.size\(\)\[(?P<dim>\d+)\] = .*? satisfy the generated guard (?P<guard>.+)"
)
_BOUND = re.compile(r"(?P<low>-?\d+) <= \S|\S+ <= (?P<high>-?\d+)")
_STACK = "User stack:"


@dataclass(frozen=True, slots=True)
class Dimension:
    """One size that was marked, and what the code makes of it."""

    source: str
    """The tensor, as Dynamo writes it: ``L['q']``."""
    dim: int
    value: int
    """The one size that the code is made for; -1 if it is a range."""
    low: int = -1
    high: int = -1
    stack: Stack = ()
    """Where the code asks for it, if torch knows."""


def dimensions(error: BaseException) -> tuple[Dimension, ...]:
    """All that a ConstraintViolationError is about; nothing for another error, or for a reason of another kind."""
    from torch.fx.experimental.symbolic_shapes import ConstraintViolationError

    if not isinstance(error, ConstraintViolationError):
        return ()
    found = []
    for item in _ITEM.split(str(error))[1:]:
        told, _, trace = item.partition(_STACK)
        stack = parse_stack(re.sub(r'^ *(?=File ")', "  ", trace, flags=re.MULTILINE))
        if match := _FIXED.search(told):
            found.append(Dimension(match["source"], int(match["dim"]), int(match["value"]), stack=stack))
        elif match := _RANGE.search(told):
            bounds = [each.groupdict() for each in _BOUND.finditer(match["guard"])]
            low = max((int(each["low"]) for each in bounds if each["low"]), default=-1)
            high = min((int(each["high"]) for each in bounds if each["high"]), default=-1)
            found.append(Dimension(match["source"], int(match["dim"]), -1, low, high, stack))
    return tuple(found)
