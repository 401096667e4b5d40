"""Compile records → compilations: what became of each frame that Dynamo set out to convert, with its links."""

from __future__ import annotations

from ..tracer.reading.stacks import resumed_at
from ..tracer.records import CompileRecord
from .report import Compilation
from .source import bytecode
from .source.places import Places
from .time import phases
from .time.frames import FrameSummary
from .wording.words import first_line


def build(
    compiles: list[CompileRecord],
    origin: int,
    ended_by: dict[int, int],
    trees: list[int],
    again: list[int],
    frames: FrameSummary,
    places: Places,
) -> tuple[Compilation, ...]:
    """One compilation per record.

    Args:
        compiles: In order of time.
        origin: The moment from which the report counts time.
        ended_by: Position in ``compiles`` → the break that it ended in.
        trees: Positions of those with a guard tree, in the trees' order.
        again: Positions of those that were recompiles, in their order.
        frames: Tells how often the code ran.
        places: Where code stands.
    """
    return tuple(
        _compilation(record, index, origin, ended_by, trees, again, frames, places)
        for index, record in enumerate(compiles)
    )


def _compilation(
    record: CompileRecord,
    index: int,
    origin: int,
    ended_by: dict[int, int],
    trees: list[int],
    again: list[int],
    frames: FrameSummary,
    places: Places,
) -> Compilation:
    location = places.of_compile(record)
    if record.new_code is not None:
        status, detail = "compiled", ""
    elif record.refusal is not None:
        status, detail = "refused", record.refusal.kind
    elif record.error_kind:
        status = "skipped" if index in ended_by else "failed"
        detail = f"{record.error_kind}: {first_line(record.error_message)}"
    else:
        status, detail = "empty", record.skip_reason
    return Compilation(
        id=record.id,
        function=location.function.rpartition(".<locals>.")[2],
        location=location,
        resumed_at=resumed_at(record.code.co_name),
        status=status,  # type: ignore[arg-type]
        detail=detail,
        start_ns=record.start_ns - origin,
        duration_ns=record.duration_ns,
        restarts=tuple(attempt.restart.strip().split("\n", 1)[0] for attempt in record.attempts if attempt.restart),
        graphs=tuple(graph.index for graph in record.graphs),
        break_index=ended_by.get(index, -1),
        guards=trees.index(index) if index in trees else -1,
        recompile=again.index(index) if index in again else -1,
        phases=phases.build(record.phases, origin),
        bytecode=bytecode.build(record),
        runs=frames.runs(record.new_code) if record.new_code is not None else 0,
    )
