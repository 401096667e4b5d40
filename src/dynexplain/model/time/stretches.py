"""When plain Python ran between graphs and compilations: the stretches of the timeline's third lane."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass
from types import CodeType

from .clock import Clock, less
from .rows import Kind, Row

MOST = 20_000
"""Stretches kept, the longest."""
_MACHINERY = ("dynamo", "graph")


@dataclass(slots=True)
class Stretch:
    """Python in the frame of a function of the user's, or in what that calls."""

    code: CodeType
    start: int
    end: int
    thread: int


@dataclass(slots=True)
class _Open:
    row: Row
    python: bool
    told: CodeType
    """Whose time it is: the innermost function of the user's."""


def stretches(
    rows: list[Row],
    kind: Callable[[CodeType], Kind],
    users: Callable[[CodeType], bool],
    busy: Clock,
) -> list[Stretch]:
    """The stretches of every thread, by start; at most the :data:`MOST` longest.

    Args:
        rows: The runs of frames.
        kind: What a code object ran as.
        users: Whether a code object is the user's.
        busy: When something was compiled, or a graph ran: what runs then is no Python of the user's.
    """
    by_thread: defaultdict[int, list[Row]] = defaultdict(list)
    for row in rows:
        by_thread[row.ident].append(row)
    found: list[Stretch] = []
    for thread, own in by_thread.items():
        own.sort(key=lambda row: (row.start, row.depth))
        for stretch in _of_thread(own, kind, users):
            for start, end in less([(stretch.start, stretch.end)], busy.on(thread)):
                found.append(Stretch(stretch.code, start, end, stretch.thread))
    if len(found) > MOST:
        found = sorted(found, key=lambda stretch: stretch.start - stretch.end)[:MOST]
    return sorted(found, key=lambda stretch: stretch.start)


def _of_thread(
    rows: list[Row], kind: Callable[[CodeType], Kind], users: Callable[[CodeType], bool]
) -> Iterable[Stretch]:
    stack: list[_Open] = []
    found: list[Stretch] = []
    now = 0

    def passed(until: int) -> None:
        """Time up to here was spent in the frame on top."""
        nonlocal now
        if stack and stack[-1].python and until > now:
            top, last = stack[-1], found[-1] if found else None
            if last is not None and last.end == now and last.code is top.told:
                last.end = until
            else:
                found.append(Stretch(top.told, now, until, top.row.thread))
        now = max(now, until)

    def leave(before: int | None) -> None:
        while stack and (before is None or stack[-1].row.end <= before):
            passed(stack[-1].row.end)
            stack.pop()

    for row in rows:
        leave(row.start)
        passed(row.start)
        now = row.start
        what, caller = kind(row.code), stack[-1] if stack else None
        own = caller is None or users(row.code)
        python = what not in _MACHINERY and (what != "library" or caller is None or caller.python)
        stack.append(_Open(row, python, row.code if own or caller is None else caller.told))
    leave(None)
    return found


def machinery(rows: list[Row], kind: Callable[[CodeType], Kind]) -> Iterator[tuple[int, int, int]]:
    """When the innermost frame was one of Dynamo's: (start, duration, thread)."""
    by_thread: defaultdict[int, list[Row]] = defaultdict(list)
    for row in rows:
        by_thread[row.ident].append(row)
    for thread, own in by_thread.items():
        own.sort(key=lambda row: (row.start, row.depth))
        stack: list[Row] = []
        now = 0
        for following in [*own, None]:
            until = following.start if following is not None else max(row.end for row in own)
            while stack and stack[-1].end <= until:
                top = stack.pop()
                if kind(top.code) == "dynamo" and top.end > now:
                    yield now, top.end - now, thread
                now = max(now, top.end)
            if stack and kind(stack[-1].code) == "dynamo" and until > now:
                yield now, until - now, thread
            now = max(now, until)
            if following is not None:
                stack.append(following)
