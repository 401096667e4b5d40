"""What a backend had put off: the backward graph until the first ``.backward()``, kernels until their first run."""

from __future__ import annotations

from ...tracer.records import LaterRecord
from .. import wording
from ..report import Compilation, LateCompilation
from . import phases

_BACKWARD = "backward"


def build(
    records: list[LaterRecord], compilations: tuple[Compilation, ...], origin: int
) -> tuple[LateCompilation, ...]:
    """What was heard of it to its end, in the order it came."""
    index_of = {compilation.id: index for index, compilation in enumerate(compilations)}
    found = []
    for record in records:
        if record.duration_ns < 0:
            continue
        index = index_of.get(record.compile_id, -1)
        backward = _BACKWARD in record.name
        found.append(
            LateCompilation(
                compilation=index,
                title=wording.compiling.late(backward, compilations[index].function if index >= 0 else ""),
                backward=backward,
                start_ns=record.start_ns - origin,
                duration_ns=record.duration_ns,
                phases=phases.build(record.phases, origin),
            )
        )
    return tuple(found)
