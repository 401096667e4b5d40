"""When plain Python ran between graphs and compilations: the stretches of the timeline's third lane."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Iterable
from dataclasses import dataclass
from types import CodeType

from ...tracer.records import CompileRecord, GraphRecord
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
    compiles: list[CompileRecord],
    graphs: list[GraphRecord],
) -> list[Stretch]:
    """The stretches of every thread, by start; at most the :data:`MOST` longest.

    Args:
        rows: The runs of frames.
        kind: What a code object ran as.
        users: Whether a code object is the user's.
        compiles: The conversions; what runs in them is no Python of the user's.
        graphs: The graphs, with their runs.
    """
    by_thread: defaultdict[int, list[Row]] = defaultdict(list)
    for row in rows:
        by_thread[row.ident].append(row)
    busy: defaultdict[int, list[tuple[int, int]]] = defaultdict(list)
    for record in compiles:
        busy[record.thread].append((record.start_ns, record.start_ns + max(0, record.duration_ns)))
    for graph in graphs:
        for start, duration, thread in graph.runs:
            busy[thread].append((start, start + duration))
    found: list[Stretch] = []
    for thread, own in by_thread.items():
        own.sort(key=lambda row: (row.start, row.depth))
        found += _without(_of_thread(own, kind, users), busy[thread])
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


def _without(stretches: Iterable[Stretch], busy: list[tuple[int, int]]) -> Iterable[Stretch]:
    """The stretches less the times in which something else ran; both by start."""
    busy = sorted(busy)
    at = 0
    for stretch in stretches:
        start = stretch.start
        while at < len(busy) and busy[at][1] <= start:
            at += 1
        position = at
        while position < len(busy) and busy[position][0] < stretch.end:
            if busy[position][0] > start:
                yield Stretch(stretch.code, start, busy[position][0], stretch.thread)
            start = max(start, busy[position][1])
            position += 1
        if start < stretch.end:
            yield Stretch(stretch.code, start, stretch.end, stretch.thread)
