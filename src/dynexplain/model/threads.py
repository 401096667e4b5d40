"""Whose threads they are: a notebook's own go on beside an explained call, and are no part of it."""

from __future__ import annotations

from collections.abc import Callable, Set
from types import CodeType
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from .frames import Row


def of_the_program(rows: list[Row], callers: Set[int], matters: Callable[[CodeType], bool]) -> list[Row]:
    """The runs of frames, without those of strangers.

    A stranger is what began on a thread on which no call was made, and came by no code that matters: the loop of a
    Jupyter kernel that sends what was printed. A worker or autograd's own thread comes by some.

    Args:
        rows: The runs, by start.
        callers: The threads that made a call, as ``threading.get_ident`` gives them.
        matters: Whether code is the user's or torch's.
    """
    roots: dict[int, tuple[int, list[int]]] = {}
    strange: set[int] = set()

    def done(positions: list[int]) -> None:
        if not any(matters(rows[position].code) for position in positions):
            strange.update(positions)

    for position, row in enumerate(rows):
        if row.ident in callers:
            continue
        end, positions = roots.get(row.ident, (row.start, []))
        if row.start >= end:
            done(positions)
            end, positions = row.end, []
            roots[row.ident] = (end, positions)
        positions.append(position)
    for _, positions in roots.values():
        done(positions)
    return [row for position, row in enumerate(rows) if position not in strange] if strange else rows
