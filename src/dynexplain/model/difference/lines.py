"""Two versions of the source of one function, aligned line by line."""

from __future__ import annotations

import difflib
from typing import Literal

from ..report import Report, Source
from .comparison import LineBlock, SourceChange

_STATUS: dict[str, Literal["same", "replaced", "removed", "added"]] = {
    "equal": "same",
    "replace": "replaced",
    "delete": "removed",
    "insert": "added",
}
_MOST_LINES = 2_000
"""A longer function is aligned only at its two ends: to align all of it takes too long."""


def changes(before: Report, after: Report) -> tuple[SourceChange, ...]:
    """The functions that both reports have, and then those of one alone, which have no lines to align."""
    olds, news = _by_name(before), _by_name(after)
    _rename(olds, news, before, after)
    told = [
        SourceChange(
            olds.get(name, -1),
            news.get(name, -1),
            blocks(before.sources[olds[name]], after.sources[news[name]]) if name in olds and name in news else (),
        )
        for name in {**news, **olds}
    ]
    return tuple(told)


def _by_name(report: Report) -> dict[str, int]:
    """The first source of each name; a name that several have is told apart by its number."""
    found: dict[str, int] = {}
    for index, source in enumerate(report.sources):
        name, number = source.function, 1
        while name in found:
            number += 1
            name = f"{source.function} {number}"
        found[name] = index
    return found


def _rename(olds: dict[str, int], news: dict[str, int], before: Report, after: Report) -> None:
    """Let the functions that were explained go together, also where one was given another name."""
    old, new = _subject(before), _subject(after)
    if old in olds and new in news and old not in news and new not in olds:
        olds[new] = olds.pop(old)


def _subject(report: Report) -> str:
    return report.subject.location.function if report.subject.location else ""


def blocks(before: Source, after: Source) -> tuple[LineBlock, ...]:
    """The lines of both, in blocks that are the same, replaced, removed or added."""
    if max(len(before.lines), len(after.lines)) > _MOST_LINES:
        codes = _ends(before.lines, after.lines)
    else:
        codes = [*difflib.SequenceMatcher(None, before.lines, after.lines, autojunk=False).get_opcodes()]
    return tuple(
        LineBlock(_STATUS[tag], before.first_line + i1, i2 - i1, after.first_line + j1, j2 - j1)
        for tag, i1, i2, j1, j2 in codes
    )


def _ends(one: tuple[str, ...], other: tuple[str, ...]) -> list[tuple[str, int, int, int, int]]:
    """The same at both ends, and all between as replaced."""
    room = min(len(one), len(other))
    head = next((at for at in range(room) if one[at] != other[at]), room)
    room -= head
    tail = next((at for at in range(room) if one[-1 - at] != other[-1 - at]), room)
    middle = ("replace", head, len(one) - tail, head, len(other) - tail)
    found = [("equal", 0, head, 0, head), middle, ("equal", len(one) - tail, len(one), len(other) - tail, len(other))]
    return [code for code in found if code[1] < code[2] or code[3] < code[4]]
