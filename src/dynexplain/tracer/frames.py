"""The frame record of a session: the C hook, started around calls, and what it saw."""

from __future__ import annotations

import contextlib
import threading
import time

from .. import hook
from ..errors import HookStateError, HookUnavailableError
from .engine import dynamo_evaluator

MOST_ROWS = 2_000_000
"""Rows kept over all calls of a session, 30 bytes each."""


def _resume_fully() -> None:
    """No conversion is under way on this thread: undo the pauses that an interrupt left behind."""
    with contextlib.suppress(HookStateError):
        while hook.available():
            hook.resume()


class FrameWatch:
    """Starts the hook around calls and keeps one set of records per call.

    The hook is one for the process. If it already runs for an outer session, that one owns it, and this one takes the
    part of the record that lies within its own calls.
    """

    def __init__(self) -> None:
        self.parts: list[tuple[hook.FrameRecords, int, int]] = []
        """(records, first ns, last ns): rows outside the two times belong to somebody else."""
        self.problem = ""
        self._owner_of_run = False
        self._depth = 0
        self._began_ns = 0
        self._lock = threading.Lock()
        self._kept = 0
        self.dropped = 0
        """Rows of later calls that were not kept."""

    def begin(self) -> None:
        """Start watching; calls nest, on one thread or several."""
        with self._lock:
            self._depth += 1
            if self._depth > 1:
                return
            self._began_ns = time.perf_counter_ns()
            if hook.running():
                return
            _resume_fully()
            try:
                hook.start(returning=dynamo_evaluator())
                self._owner_of_run = True
            except (HookUnavailableError, HookStateError) as error:
                self.problem = str(error)

    def end(self) -> None:
        """Stop watching and keep what was seen."""
        with self._lock:
            self._depth = max(0, self._depth - 1)
            if self._depth:
                return
            if self._owner_of_run:
                hook.stop()
                self._owner_of_run = False
                self._keep(hook.take())
            elif hook.running():
                self._keep(hook.records())

    def snapshot(self) -> FrameWatch:
        """What was seen so far, apart from what comes."""
        seen = FrameWatch()
        seen.parts, seen.dropped, seen.problem = list(self.parts), self.dropped, self.problem
        return seen

    def _keep(self, records: hook.FrameRecords) -> None:
        """Keep a call's records while there is room; a context may be called for days."""
        if self._kept + len(records) > MOST_ROWS:
            self.dropped += len(records)
            return
        self._kept += len(records)
        self.parts.append((records, self._began_ns, time.perf_counter_ns()))

    pause = staticmethod(hook.pause)
    """Stop watching this thread: Dynamo's own compiler runs tens of thousands of frames."""

    resume = staticmethod(hook.resume)
