"""Whose threads they are: a notebook's own go on beside an explained call, and are no part of it."""

from __future__ import annotations

from collections.abc import Callable, Set
from types import CodeType

from .rows import Row


def of_the_program(
    rows: list[Row],
    callers: Set[int],
    users: Callable[[CodeType], bool],
    torchs: Callable[[CodeType], bool],
    compilers: Callable[[CodeType], bool],
) -> list[Row]:
    """The runs of frames, without those of strangers.

    A stranger is what began on a thread on which no call was made, and came by no code of the user's or torch's: the
    loop of a Jupyter kernel that sends what was printed. A worker or autograd's own thread comes by some. A thread on
    which a backend compiles is a stranger, too.

    Args:
        rows: The runs, by start.
        callers: The threads that made a call, as ``threading.get_ident`` gives them.
        users: Whether code is the user's, or compiled from it.
        torchs: Whether code is torch's.
        compilers: Whether code is that of a backend.
    """
    roots: dict[int, tuple[int, list[int]]] = {}
    strange: set[int] = set()

    def done(positions: list[int]) -> None:
        codes = {id(rows[position].code): rows[position].code for position in positions}.values()
        if not any(map(users, codes)) and (any(map(compilers, codes)) or not any(map(torchs, codes))):
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
