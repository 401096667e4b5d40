"""Every run of a graph that was kept, as a table."""

from __future__ import annotations

from ...tracer.records import GraphRecord
from ..report import RunTable


def build(graphs: list[GraphRecord], origin: int) -> RunTable:
    """The runs in the order in which they began; threads are numbered as they appear."""
    threads: dict[int, int] = {}
    rows = sorted(
        (start - origin, graph.index, duration, threads.setdefault(thread, len(threads)))
        for graph in graphs
        for start, duration, thread in graph.runs
    )
    return RunTable(
        graph=tuple(row[1] for row in rows),
        start_ns=tuple(row[0] for row in rows),
        duration_ns=tuple(row[2] for row in rows),
        thread=tuple(row[3] for row in rows),
    )
