"""Who listens: taps are installed once for all sessions, and each event goes to one recorder.

A call through ``explain`` or ``optimize`` listens to its own thread. A ``watch`` listens to every thread on which no
such call is running. Where sessions nest, the innermost one hears what happens inside it.
"""

from __future__ import annotations

import threading
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from .recorder import Recorder
    from .tap import Tap

_lock = threading.RLock()
_installed: list[Tap] = []
_missing: dict[str, str] = {}
_open_sessions = 0
_watchers: list[Recorder] = []


class _Bound(threading.local):
    def __init__(self) -> None:
        self.stack: list[Recorder] = []


_bound = _Bound()


def listener() -> Recorder | None:
    """The recorder that hears an event on the calling thread, if any."""
    if _bound.stack:
        return _bound.stack[-1]
    return _watchers[-1] if _watchers else None


def connect(recorder: Recorder, taps: list[Tap], *, every_thread: bool) -> dict[str, str]:
    """Let ``recorder`` listen, installing ``taps`` if it is the first.

    Returns:
        The signals that cannot be had, each with the reason.
    """
    global _open_sessions
    with _lock:
        if _open_sessions == 0:
            _missing.clear()
            for tap in taps:
                problem = tap.install()
                if problem:
                    _missing[tap.signal] = problem
                else:
                    _installed.append(tap)
        _open_sessions += 1
        if every_thread:
            _watchers.append(recorder)
        else:
            _bound.stack.append(recorder)
        return dict(_missing)


def disconnect(recorder: Recorder, *, every_thread: bool) -> None:
    """Undo ``connect``; the last one to leave puts torch's own functions back."""
    global _open_sessions
    with _lock:
        listeners = _watchers if every_thread else _bound.stack
        for position in range(len(listeners) - 1, -1, -1):
            if listeners[position] is recorder:
                del listeners[position]
                break
        _open_sessions -= 1
        if _open_sessions == 0:
            while _installed:
                _installed.pop().remove()


def open_sessions() -> int:
    """How many sessions are open in the process; 0 means that torch is untouched."""
    return _open_sessions
