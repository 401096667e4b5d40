"""The timed parts of a compilation, as torch names them."""

from __future__ import annotations

from ...tracer.records import PhaseRecord
from ..report import Phase


def build(records: list[PhaseRecord], origin: int) -> tuple[Phase, ...]:
    """Those of which the end was heard."""
    return tuple(
        Phase(phase.name, phase.start_ns - origin, phase.duration_ns, phase.depth)
        for phase in records
        if phase.duration_ns >= 0
    )
