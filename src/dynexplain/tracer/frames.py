"""The frame record of a session: the C hook, started around calls, and what it saw."""

from __future__ import annotations

import contextlib
import threading
import time
import weakref

from .. import hook
from ..errors import HookStateError, HookUnavailableError
from .engine import dynamo_evaluator
from .state import unlinked

MOST_ROWS = 2_000_000
"""Rows kept over all calls of a session, 30 bytes each."""
ELSEWHERE = (
    "The frames of this call were not watched: another thread was running compiled code when it began. "
    "Without them it is not known what ran how often, and how long the guards and Dynamo itself took."
)
_NO_ROWS = 2**62
"""A moment after which nothing starts: of the records only the counts are read."""


class _Run:
    """Stands for one session that needs the hook to run."""


_lock = threading.RLock()
_runs: weakref.WeakSet[_Run] = weakref.WeakSet()


def _resume_fully() -> None:
    """No conversion is under way on this thread: undo the pauses that an interrupt left behind."""
    with contextlib.suppress(HookStateError):
        while hook.available():
            hook.resume()


def _start() -> str:
    """Start the hook; what keeps it from running, if anything does."""
    _resume_fully()
    dynamo = dynamo_evaluator()
    # Torch may have left its evaluator installed; ours then takes its place. Somebody's who is running compiled code
    # now must stay, or what that thread calls from there on would not be compiled.
    replaces = bool(dynamo) and hook.current_evaluator() == dynamo
    if replaces and unlinked.others_are_inside():
        return ELSEWHERE
    try:
        hook.start(returning=dynamo)
    except (HookUnavailableError, HookStateError) as error:
        return str(error)
    if replaces and unlinked.others_are_inside():
        hook.stop()
        return ELSEWHERE
    return ""


class FrameWatch:
    """Has the hook run around calls, and keeps one set of records per call.

    The hook is one for the process. It runs as long as any session needs it, and each takes the part of the record that
    lies within its own calls.
    """

    def __init__(self) -> None:
        self.parts: list[tuple[hook.FrameRecords, int, int]] = []
        """(records, first ns, last ns): rows outside the two times belong to somebody else."""
        self.problem = ""
        self._run: _Run | None = None
        self._before: hook.FrameRecords | None = None
        self._depth = 0
        self._began_ns = 0
        self._lock = threading.Lock()
        self._kept = 0

    def begin(self) -> None:
        """Start watching; calls nest, on one thread or several."""
        with self._lock:
            self._depth += 1
            if self._depth > 1:
                return
            with _lock:
                problem = "" if hook.running() else _start()
                self.problem = self.problem or problem
                if problem:
                    return
                self._run = _Run()
                _runs.add(self._run)
            self._before = hook.records(since_ns=_NO_ROWS)
            self._began_ns = time.perf_counter_ns()

    def end(self) -> None:
        """Stop watching and keep what was seen."""
        with self._lock:
            self._depth = max(0, self._depth - 1)
            if self._depth or self._run is None:
                return
            with _lock:
                _runs.discard(self._run)
                self._run = None
                if not _runs:
                    hook.stop()
                records = hook.records(since_ns=self._began_ns)
                if not _runs:
                    hook.forget()
            if self._before is not None:
                self._keep(records.since(self._before))

    def snapshot(self) -> FrameWatch:
        """What was seen so far, apart from what comes."""
        seen = FrameWatch()
        seen.parts, seen.problem = list(self.parts), self.problem
        return seen

    def _keep(self, records: hook.FrameRecords) -> None:
        """Keep a call's records while there is room; a context may be called for days."""
        records = records.first(MOST_ROWS - self._kept)
        self._kept += len(records)
        self.parts.append((records, self._began_ns, time.perf_counter_ns()))

    pause = staticmethod(hook.pause)
    """Stop watching this thread: Dynamo's own compiler runs tens of thousands of frames."""

    resume = staticmethod(hook.resume)
