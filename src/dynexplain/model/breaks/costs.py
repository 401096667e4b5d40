"""What a break costs: the time that ran eagerly because of it, and the graphs that it stands between."""

from __future__ import annotations

from ...tracer.reading.stacks import plain_name, resumed_at
from ...tracer.records import CompileRecord
from ..time.frames import FrameSummary
from .build import Found


def eager_ns(found: list[Found], compiles: list[CompileRecord], frames: FrameSummary) -> dict[int, int]:
    """Break position → time that its function ran eagerly because of it."""
    return {
        position: max(0, frames.python_ns(compiles[item.compile].code))
        for position, item in enumerate(found)
        if item.compile >= 0 and item.event.outcome == "frame_skipped"
    }


def ops_around(found: list[Found], compiles: list[CompileRecord]) -> dict[int, tuple[int, int]]:
    """Break position → ops captured before it, and ops captured by the resume function after it."""
    sizes = {}
    for position, item in enumerate(found):
        if item.compile < 0 or item.event.outcome != "resumed":
            continue
        record = compiles[item.compile]
        before = sum(graph.op_count for graph in record.graphs)
        after = next(
            (
                sum(graph.op_count for graph in later.graphs)
                for later in compiles[item.compile + 1 :]
                if resumed_at(later.code.co_name)
                and later.code.co_filename == record.code.co_filename
                and plain_name(later.code.co_name) == plain_name(record.code.co_name)
            ),
            0,
        )
        sizes[position] = (before, after)
    return sizes
