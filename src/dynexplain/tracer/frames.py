"""The frame record of a session: the C hook, started around calls, and what it saw."""

from __future__ import annotations

import threading
import time
from typing import Any

from .. import hook
from ..errors import HookUnavailableError
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


_lock = threading.RLock()


def _watch(block: Any) -> str:
    """Have the hook run for a block; what keeps it from running, if anything does."""
    dynamo = dynamo_evaluator()
    # Torch may have left its evaluator installed; ours then takes its place. Somebody's who is running compiled code
    # now must stay, or what that thread calls from there on would not be compiled.
    replaces = bool(dynamo) and not hook.running() and hook.current_evaluator() == dynamo
    if replaces and unlinked.others_are_inside():
        return ELSEWHERE
    try:
        is_first = hook.watch(block, returning=dynamo)
    except HookUnavailableError as error:
        return str(error)
    if is_first and replaces and unlinked.others_are_inside():
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
        self._before: hook.FrameRecords | None = None
        self._depth = 0
        self._began_ns = 0
        self._lock = threading.Lock()
        self._kept = 0

    def begin(self, block: Any) -> None:
        """Start watching; calls nest, on one thread or several.

        Args:
            block: What the hook is to run for (:class:`dynexplain.hook.Block`): it stops when the last one is left.
        """
        with self._lock:
            self._depth += 1
            with _lock:
                problem = _watch(block)
            self.problem = self.problem or problem
            if self._depth == 1 and not problem:
                self._before = hook.records(since_ns=_NO_ROWS)
                self._began_ns = time.perf_counter_ns()

    def end(self) -> None:
        """Keep what was seen, when the last call ends. The hook still runs for it."""
        with self._lock:
            if self._depth == 1 and self._before is not None:
                records = hook.records(since_ns=self._began_ns).since(self._before)
                self._before = None
                self._keep(records)
            self._depth = max(0, self._depth - 1)

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
