"""Where the time of the calls went: graphs, Python outside graphs, guards and Dynamo; and its shares in percent."""

from __future__ import annotations

from collections.abc import Set

from ...tracer.recorder import Recorder
from ...tracer.records import CompileRecord
from ..report import TimeSplit
from .frames import FrameSummary
from .rows import Row


def build(recorder: Recorder, compiles: list[CompileRecord], frames: FrameSummary) -> TimeSplit | None:
    """The split; None if nothing was called."""
    callers = {call.thread for call in recorder.calls}
    total = sum(call.duration_ns for call in recorder.calls) + occupied(frames.rows, callers)
    if not total:
        return None
    ends: dict[int, int] = {}
    compiling = 0
    for record in compiles:
        # A conversion inside another one is part of it.
        if record.start_ns >= ends.get(record.thread, 0):
            compiling += record.duration_ns
            ends[record.thread] = record.start_ns + record.duration_ns
    in_graphs = sum(graph.run_ns for graph in recorder.graphs)
    checks = sum(
        record.guard_ns * max(frames.runs(record.new_code), 1)
        for record in compiles
        if record.new_code is not None and record.guard_ns > 0
    )
    # The hook is paused while Dynamo converts, so a conversion counts as own time of the frame around it.
    machinery = max(0, frames.own_ns("dynamo") - compiling) + int(checks)
    rest = max(0, total - compiling - in_graphs)
    python, dynamo = max(0, rest - machinery), min(machinery, rest)
    graphs_percent, python_percent, dynamo_percent = percent([in_graphs, python, dynamo])
    return TimeSplit(
        graphs_ns=in_graphs,
        python_ns=python,
        dynamo_ns=dynamo,
        compile_ns=compiling,
        total_ns=total,
        percent=(graphs_percent, python_percent, dynamo_percent),
    )


def occupied(rows: list[Row], callers: Set[int]) -> int:
    """Time that other threads spent in frames of the program. What they share out is theirs, not the callers'."""
    ends: dict[int, int] = {}
    total = 0
    for row in rows:
        if row.ident not in callers and row.end > ends.get(row.ident, row.start):
            total += row.end - max(row.start, ends.get(row.ident, row.start))
            ends[row.ident] = row.end
    return total


def percent(parts: list[int]) -> list[int]:
    """Whole percents that add up to 100: what rounding down leaves goes to those who lost most by it."""
    whole = sum(parts)
    if whole <= 0:
        return [0] * len(parts)
    shares = [100 * part // whole for part in parts]
    by_loss = sorted(range(len(parts)), key=lambda i: (-(100 * parts[i] % whole), i))
    for i in by_loss[: 100 - sum(shares)]:
        shares[i] += 1
    return shares
