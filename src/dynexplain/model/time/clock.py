"""Stretches of time by thread, none over another: what was compiled when, and when graphs ran."""

from __future__ import annotations

from bisect import bisect_left, bisect_right
from collections.abc import Iterable, Iterator
from itertools import accumulate

from ...tracer.records import CompileRecord, GraphRecord, LaterRecord
from .rows import Kind, Row


class Clock:
    """Answers how much of some stretches lies between two moments.

    Args:
        stretches: (start, duration, thread), in any order; where they overlap, the time counts once.
        without: What is taken out of them.
    """

    def __init__(self, stretches: Iterable[tuple[int, int, int]], without: Clock | None = None) -> None:
        kept: dict[int, list[tuple[int, int]]] = {}
        for start, duration, thread in sorted(stretches):
            rows = kept.setdefault(thread, [])
            end = start + max(0, duration)
            if rows and start <= rows[-1][1]:
                rows[-1] = (rows[-1][0], max(end, rows[-1][1]))
            else:
                rows.append((start, end))
        if without is not None:
            kept = {thread: list(less(rows, without.on(thread))) for thread, rows in kept.items()}
        self._rows = kept
        self._starts = {thread: [start for start, _ in rows] for thread, rows in kept.items()}
        self._sums = {thread: [0, *accumulate(end - start for start, end in rows)] for thread, rows in kept.items()}

    def on(self, thread: int) -> list[tuple[int, int]]:
        """The stretches of a thread as (start, end), by start."""
        return self._rows.get(thread, [])

    def between(self, first: int, last: int, thread: int) -> int:
        """How much of the stretches lies between two moments."""
        return max(0, self._until(last, thread) - self._until(first, thread))

    def within(self, other: Clock) -> int:
        """How much of the stretches lies in those of another clock."""
        return sum(self.between(start, end, thread) for thread in other._rows for start, end in other.on(thread))

    def stretches(self) -> Iterator[tuple[int, int, int]]:
        """The stretches as (start, duration, thread)."""
        return ((start, end - start, thread) for thread, rows in self._rows.items() for start, end in rows)

    def total(self) -> int:
        """How long they are together."""
        return sum(sums[-1] for sums in self._sums.values())

    def covers(self, moment: int, thread: int) -> bool:
        """Whether one of the stretches is under way."""
        at = bisect_right(self._starts.get(thread, []), moment) - 1
        return at >= 0 and moment < self._rows[thread][at][1]

    def _until(self, moment: int, thread: int) -> int:
        rows = self._rows.get(thread)
        if rows is None:
            return 0
        at = bisect_left(self._starts[thread], moment)
        passed = self._sums[thread][at]
        # The last that has begun may not be over.
        return passed - max(0, rows[at - 1][1] - moment) if at else 0


def less(rows: list[tuple[int, int]], taken: list[tuple[int, int]]) -> Iterator[tuple[int, int]]:
    """Stretches without others; both by start, and none over another."""
    at = 0
    for begin, end in rows:
        start = begin
        while at < len(taken) and taken[at][1] <= start:
            at += 1
        position = at
        while position < len(taken) and taken[position][0] < end:
            if taken[position][0] > start:
                yield start, taken[position][0]
            start = max(start, taken[position][1])
            position += 1
        if start < end:
            yield start, end


def compiling(compiles: Iterable[CompileRecord], later: Iterable[LaterRecord]) -> Clock:
    """When something was compiled: by Dynamo, or afterwards by what a backend has left for the first run."""
    converted = ((record.start_ns, record.duration_ns, record.thread) for record in compiles)
    return Clock([*converted, *((record.start_ns, record.duration_ns, record.thread) for record in later)])


def in_graphs(graphs: Iterable[GraphRecord], rows: Iterable[Row], kind_of: dict[int, Kind], busy: Clock) -> Clock:
    """When graphs ran, without what was compiled meanwhile.

    A backward graph has no clock of its own around it: it is known by its frame.
    """
    runs = [run for graph in graphs for run in graph.runs]
    frames = [(row.start, row.end - row.start, row.ident) for row in rows if kind_of[id(row.code)] == "graph"]
    return Clock([*runs, *frames], busy)
