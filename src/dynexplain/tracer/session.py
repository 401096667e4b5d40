"""A session: a recorder that listens while calls run, with everything put back afterwards."""

from __future__ import annotations

import threading
import time
import weakref
from typing import Any

from .. import hook
from . import switchboard
from .recorder import Recorder
from .records import CallRecord
from .signals import is_from_handler
from .taps import breaks, conversions, decided, graphs, guards, phases, recompiles, regions, sizes

_FILES = (regions, conversions, breaks, graphs, guards, recompiles, phases, sizes, decided)
TAPS = tuple(tap for file in _FILES for tap in file.TAPS)


_END = "end of the call"


class Listening(hook.Block):  # type: ignore[misc]  # a class of the compiled part, or of what stands for it
    """Lets a recorder hear what Dynamo does, and see the frames that run, while this block is open.

    Taps, hook and listeners are as before when it is left. Sessions nest, and may be left in any order. An error in
    here costs a part of the record, which the report names.

    Args:
        recorder: Who listens. It may listen again later; what it has heard stays.
        every_thread: Hear all threads, and not only the calling one.
        owner: The block that stands for this one, which is then not entered itself; that calls ``_enter``, ``_leave``.
    """

    def __init__(self, recorder: Recorder, *, every_thread: bool = False, owner: Any = None) -> None:
        self._recorder = recorder
        # Weakly, as a session that nobody holds is to be gone at once.
        self._block = weakref.ref(self if owner is None else owner)
        self._every_thread = every_thread
        self._counted = self._watching = False
        self._start_ns = -1

    def _enter(self) -> None:
        recorder = self._recorder
        with recorder.shielded("compilations"):
            if not switchboard.is_listening_here():
                recorder.forget_what_is_open()
            missing = switchboard.connect(self._block, recorder, TAPS, every_thread=self._every_thread)
            recorder.missing.update(missing)
        if not self._every_thread:
            with recorder.shielded("cache regions"):
                regions.wait_for_others()
        recorder.listening += 1
        self._counted = True
        with recorder.shielded("frames"):
            self._watching = True
            recorder.frames.begin(self._block())
        recorder.note_state(around=True)
        self._start_ns = time.perf_counter_ns()

    def _leave(self, error: BaseException | None) -> None:
        """May be called again, after a fault or an interrupt in here: each step is done once."""
        recorder = self._recorder
        switchboard.disconnect(TAPS, every_thread=self._every_thread)
        if self._start_ns >= 0:
            call = CallRecord(self._start_ns, time.perf_counter_ns() - self._start_ns, threading.get_ident())
            self._start_ns = -1
            recorder.calls.append(call)
        if self._counted:
            self._counted = False
            recorder.listening -= 1
        if self._watching:
            recorder.frames.end()
            self._watching = False
        recorder.forget_tensors()
        if recorder.audience is not None and not recorder.listening:
            recorder.audience.over()
        recorder.faults.pop(_END, None)

    def _fault(self, error: Exception) -> bool:
        if is_from_handler(error):
            return False
        self._recorder.note_fault(_END if not self.entered else "calls", error)
        return True
