"""A session: a recorder that listens while calls run, with everything put back afterwards."""

from __future__ import annotations

import threading
import time

from . import switchboard
from .recorder import Recorder
from .records import CallRecord
from .taps import breaks, conversions, graphs, guards, phases, recompiles, regions, sizes

TAPS = (
    *regions.TAPS,
    *conversions.TAPS,
    *breaks.TAPS,
    *graphs.TAPS,
    *guards.TAPS,
    *recompiles.TAPS,
    *phases.TAPS,
    *sizes.TAPS,
)


class Listening:
    """Lets a recorder hear what Dynamo does, and see the frames that run, between ``begin`` and ``end``.

    Taps, hook and listeners are as before after ``end``. Sessions nest. Not a ``contextlib.contextmanager``: that would
    write to the exception that passes through it, and some exceptions refuse to be written to.

    Args:
        recorder: Who listens. It may listen again later; what it has heard stays.
        every_thread: Hear all threads, and not only the calling one.
    """

    def __init__(self, recorder: Recorder, *, every_thread: bool = False) -> None:
        self._recorder = recorder
        self._every_thread = every_thread
        self._token = switchboard.Token()
        self._watching = False
        self._start_ns = -1

    def begin(self) -> None:
        """Start to listen. To be followed by ``end``, also if this raises."""
        recorder = self._recorder
        if not switchboard.is_listening_here():
            recorder.forget_what_is_open()
        missing = switchboard.connect(self._token, recorder, TAPS, every_thread=self._every_thread)
        recorder.missing.update(missing)
        if not self._every_thread:
            regions.wait_for_others()
        recorder.listening += 1
        self._watching = True
        recorder.frames.begin()
        recorder.note_state(around=True)
        self._start_ns = time.perf_counter_ns()

    def end(self) -> None:
        """Stop to listen. Harmless if it is done twice."""
        recorder = self._recorder
        start, watching = self._start_ns, self._watching
        self._start_ns, self._watching = -1, False
        try:
            if start >= 0:
                recorder.calls.append(CallRecord(start, time.perf_counter_ns() - start, threading.get_ident()))
            if watching:
                recorder.listening -= 1
                recorder.frames.end()
                if recorder.audience is not None and not recorder.listening:
                    recorder.audience.over()
        finally:
            recorder.forget_tensors()
            switchboard.disconnect(self._token, TAPS, every_thread=self._every_thread)
