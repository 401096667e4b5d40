"""The frame record of a session: the C hook, started around calls, and what it saw."""

from __future__ import annotations

import threading
import time

from .. import hook
from ..errors import HookStateError, HookUnavailableError
from .engine import dynamo_evaluator


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

    def begin(self) -> None:
        """Start watching; calls nest, on one thread or several."""
        with self._lock:
            self._depth += 1
            if self._depth > 1:
                return
            self._began_ns = time.perf_counter_ns()
            if hook.running():
                return
            try:
                hook.start(returning=dynamo_evaluator())
                self._owner_of_run = True
            except (HookUnavailableError, HookStateError) as error:
                self.problem = str(error)

    def end(self) -> None:
        """Stop watching and keep what was seen."""
        with self._lock:
            self._depth -= 1
            if self._depth:
                return
            if self._owner_of_run:
                hook.stop()
                self._owner_of_run = False
                self.parts.append((hook.take(), self._began_ns, time.perf_counter_ns()))
            elif hook.running():
                self.parts.append((hook.records(), self._began_ns, time.perf_counter_ns()))

    pause = staticmethod(hook.pause)
    """Stop watching this thread: Dynamo's own compiler runs tens of thousands of frames."""

    resume = staticmethod(hook.resume)
