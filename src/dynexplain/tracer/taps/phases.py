"""Tap for phases: the parts of a compilation that torch itself times (``dynamo_timed`` in torch/_dynamo/utils.py)."""

from __future__ import annotations

import time
from typing import Any

from .. import switchboard
from ..records import PhaseRecord
from ..tap import Tap


def _before_start(self: Any, event_name: str, *args: Any, **kwargs: Any) -> None:
    recorder = switchboard.listener()
    record = recorder.current if recorder is not None else None
    if record is not None:
        depth = sum(phase.duration_ns < 0 for phase in record.phases)
        record.phases.append(PhaseRecord(event_name, time.perf_counter_ns(), -1, depth))


def _before_end(self: Any, event_name: str, *args: Any, **kwargs: Any) -> None:
    recorder = switchboard.listener()
    record = recorder.current if recorder is not None else None
    if record is not None:
        now = time.perf_counter_ns()
        for phase in reversed(record.phases):
            if phase.duration_ns < 0 and phase.name == event_name:
                phase.duration_ns = now - phase.start_ns
                break


_LOGGER = "torch._dynamo.utils:ChromiumEventLogger"
TAPS = (
    Tap("compile phases", f"{_LOGGER}.log_event_start", ("event_name",), _before_start),
    Tap("ends of compile phases", f"{_LOGGER}.log_event_end", ("event_name",), _before_end),
)
