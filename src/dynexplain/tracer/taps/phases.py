"""Tap for phases: the parts of a compilation that torch itself times (``dynamo_timed`` in torch/_dynamo/utils.py).

What torch times outside of a conversion is compilation that was put off: the backward graph at the first
``.backward()``, kernels at their first run.
"""

from __future__ import annotations

import threading
import time
from typing import Any

from .. import switchboard
from ..records import LaterRecord, PhaseRecord
from ..tap import Tap

_NO_COMPILATION = ("guard_collective",)
"""Torch times this with the same means."""


def _before_start(self: Any, event_name: str, *args: Any, **kwargs: Any) -> None:
    recorder = switchboard.listener()
    if recorder is None or event_name in _NO_COMPILATION:
        return
    record: Any = recorder.current or recorder.later_here
    if record is None:
        record = LaterRecord(event_name, time.perf_counter_ns(), -1, threading.get_ident())
        with recorder.shielded("late compilation"):
            from torch._guards import CompileContext

            record.compile_id = str(kwargs.get("compile_id") or CompileContext.current_compile_id() or "")
        recorder.begin_later(record)
    depth = sum(phase.duration_ns < 0 for phase in record.phases)
    record.phases.append(PhaseRecord(event_name, time.perf_counter_ns(), -1, depth))


def _before_end(self: Any, event_name: str, *args: Any, **kwargs: Any) -> None:
    recorder = switchboard.listener()
    if recorder is None:
        return
    later = None if recorder.current is not None else recorder.later_here
    record: Any = recorder.current or later
    if record is None:
        return
    now = time.perf_counter_ns()
    for phase in reversed(record.phases):
        if phase.duration_ns < 0 and phase.name == event_name:
            phase.duration_ns = now - phase.start_ns
            break
    if later is not None and later.phases[0].duration_ns >= 0:
        recorder.end_later(later)


_LOGGER = "torch._dynamo.utils:ChromiumEventLogger"
TAPS = (
    Tap("compile phases", f"{_LOGGER}.log_event_start", ("event_name",), _before_start),
    Tap("ends of compile phases", f"{_LOGGER}.log_event_end", ("event_name",), _before_end),
)
