"""Where the time of the calls went: compiling, graphs, Python outside graphs, guards and Dynamo. The four add up."""

from __future__ import annotations

from collections.abc import Iterator, Set

from ...tracer.recorder import Recorder
from ...tracer.records import CompileRecord
from ..report import TimeSplit
from .clock import Clock
from .frames import FrameSummary
from .rows import Row


def build(recorder: Recorder, compiles: list[CompileRecord], frames: FrameSummary) -> TimeSplit | None:
    """The split; None if nothing was called."""
    callers = {call.thread for call in recorder.calls}
    calls = [(call.start_ns, call.duration_ns, call.thread) for call in recorder.calls]
    # Each moment is told once, and of each thread only what lies within a call, or in the program's own frames.
    asked = Clock([*calls, *occupied(frames.rows, callers)])
    total = asked.total()
    if not total:
        return None
    checks = sum(
        record.guard_ns * max(frames.runs(record.new_code), 1)
        for record in compiles
        if record.new_code is not None and record.guard_ns > 0
    )
    compiling, in_graphs = frames.compiling.within(asked), frames.in_graphs.within(asked)
    rest = total - compiling - in_graphs
    dynamo = min(rest, frames.machinery.within(asked) + int(checks))
    python = rest - dynamo
    graphs_percent, python_percent, dynamo_percent = percent([in_graphs, python, dynamo])
    return TimeSplit(
        graphs_ns=in_graphs,
        python_ns=python,
        dynamo_ns=dynamo,
        compile_ns=compiling,
        total_ns=total,
        percent=(graphs_percent, python_percent, dynamo_percent),
    )


def occupied(rows: list[Row], callers: Set[int]) -> Iterator[tuple[int, int, int]]:
    """When other threads were in frames of the program. What they share out is theirs, not the callers'."""
    return ((row.start, row.end - row.start, row.ident) for row in rows if row.ident not in callers)


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
