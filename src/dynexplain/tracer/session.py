"""A session: a recorder that listens while calls run, with everything put back afterwards."""

from __future__ import annotations

import contextlib
import threading
import time
from collections.abc import Iterator

from . import breaks, conversions, graphs, guards, phases, recompiles, switchboard
from .recorder import Recorder
from .records import CallRecord

TAPS = [*conversions.TAPS, *breaks.TAPS, *graphs.TAPS, *guards.TAPS, *recompiles.TAPS, *phases.TAPS]


@contextlib.contextmanager
def listen(recorder: Recorder, *, every_thread: bool = False) -> Iterator[None]:
    """Let a recorder hear what Dynamo does within the block, and see the frames that run.

    Taps, hook and listeners are as before when the block ends, however it ends. Blocks nest.

    Args:
        recorder: Who listens. It may listen again later; what it has heard stays.
        every_thread: Hear all threads, and not only the calling one.
    """
    recorder.missing.update(switchboard.connect(recorder, TAPS, every_thread=every_thread))
    recorder.listening += 1
    try:
        recorder.frames.begin()
        start = time.perf_counter_ns()
        try:
            yield
        finally:
            recorder.calls.append(CallRecord(start, time.perf_counter_ns() - start, threading.get_ident()))
            recorder.frames.end()
    finally:
        recorder.listening -= 1
        switchboard.disconnect(recorder, every_thread=every_thread)
