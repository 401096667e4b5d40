"""Which breaks are there only because of another: what would not have been met had that one not been."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from ...tracer.reading.stacks import plain_name
from ...tracer.records import RefusalRecord
from ..advice.advised import Follows
from ..report import Break, Location

RECOMPILE_LIMIT = "Dynamo recompile limit exceeded"
_TRANSFORM = "Unsupported functorch tracing attempt"
"""Compiled code is met inside of ``vmap`` or ``grad``: as a part of a graph it would have been traced with them."""
_FOLLOWS = "may have been caused by an earlier graph break"
"""How torch marks what may come of another break (``CAUSED_BY_EARLIER_GRAPH_BREAK`` in graph_break_hints.py)."""


@dataclass(frozen=True, slots=True)
class Root:
    """What a break comes of: the position of an earlier one, and in which way."""

    position: int
    how: Follows


def root_of(event: Break, refusal: RefusalRecord | None, earlier: Sequence[Break]) -> Root | None:
    """Find the break that this one comes of.

    Args:
        event: As torch tells it.
        refusal: If Dynamo refused the function before it looked into it.
        earlier: The breaks before it, in the order they happened.
    """
    if refusal is not None:
        return _of_a_refusal(refusal, earlier)
    if event.gb_type == _TRANSFORM:
        how: Follows = "transform"
    elif any(_FOLLOWS in hint for hint in event.hints):
        how = "maybe"
    else:
        return None
    position = _last_that_ran(event.location, earlier)
    return None if position is None else Root(position, how)


def _of_a_refusal(refusal: RefusalRecord, earlier: Sequence[Break]) -> Root | None:
    """What runs a generator by itself because of an earlier break: compiled code takes generators into its graph."""
    above = [place for place in refusal.above if not place.file.endswith("contextlib.py")]
    if not above or refusal.kind == RECOMPILE_LIMIT:
        return None
    file, name = above[-1].file, plain_name(above[-1].function)
    position = _last(file, name, earlier)
    if position is None:
        return None
    return Root(position, "with" if refusal.above[-1].file.endswith("contextlib.py") else "loop")


def _last_that_ran(place: Location, earlier: Sequence[Break]) -> int | None:
    return _last(place.file, plain_name(place.function).rpartition(".")[2], earlier)


def _last(file: str, name: str, earlier: Sequence[Break]) -> int | None:
    """The last break on whose stack a function is."""
    for position in range(len(earlier) - 1, -1, -1):
        if any(file == at.file and name == at.function.rpartition(".")[2] for at in earlier[position].stack):
            return position
    return None
