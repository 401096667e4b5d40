"""Who listens: taps are installed once for all sessions, and each event goes to one recorder.

A call through ``explain`` or ``optimize`` listens to its own thread. A ``watch`` listens to every thread on which no
such call is running; on a thread that has opened one itself, that one does. Where sessions nest, the innermost one
hears what happens inside it.

An interrupt can strike between any two lines, also in here. So a session is a block (:class:`dynexplain.hook.Block`),
which is left however it ends, without a line of Python: from then on it hears nothing. What it may not have undone,
whoever comes next does.
"""

from __future__ import annotations

import threading
import weakref
from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING, Any

from ..hook import Shield
from .signals import is_from_handler

if TYPE_CHECKING:
    from .recorder import Recorder
    from .tap import Tap

_Listeners = list[tuple["weakref.ref[Any]", "Recorder"]]
"""Blocks, weakly, since a session that nobody holds is over; and who listens."""

_lock = threading.RLock()
_missing: dict[str, str] = {}
_open: _Listeners = []
_watchers: _Listeners = []


class _Bound(threading.local):
    def __init__(self) -> None:
        self.stack: _Listeners = []
        self.watchers: _Listeners = []


_bound = _Bound()


def _is_open(entry: tuple[weakref.ref[Any], Recorder]) -> bool:
    block = entry[0]()
    return block is not None and block.entered > 0


def listener() -> Recorder | None:
    """The recorder that hears an event on the calling thread, if any."""
    return _last(_bound.stack) or _last(_bound.watchers) or _last(_watchers)


def _last(listeners: _Listeners) -> Recorder | None:
    while listeners:
        entry = listeners[-1]
        if _is_open(entry):
            return entry[1]
        _forget_closed(listeners)
    return None


def _forget_closed(listeners: _Listeners) -> None:
    """Keep as many entries of each block as often as that is entered, the oldest."""
    kept: _Listeners = []
    with _lock:
        for entry in listeners:
            block = entry[0]()
            if block is not None and block.entered > sum(other[0]() is block for other in kept):
                kept.append(entry)
        listeners[:] = kept


def is_listening_here() -> bool:
    """Whether a call through ``explain`` or ``optimize`` is running on the calling thread."""
    return _last(_bound.stack) is not None


def _fault(signal: str, error: Exception) -> bool:
    """An error in a listener: it costs its signal. False if it is not ours."""
    if is_from_handler(error):
        return False
    if (recorder := listener()) is not None:
        recorder.note_fault(signal, error)
    return True


def connect(block: weakref.ref[Any], recorder: Recorder, taps: Sequence[Tap], *, every_thread: bool) -> dict[str, str]:
    """Let ``recorder`` listen for as long as ``block`` is open, installing ``taps`` if it is the first.

    Returns:
        The signals that cannot be had, each with the reason.
    """
    with _lock:
        _forget_closed(_open)
        if not _open:
            _missing.clear()
            for tap in taps:
                with Shield(_failing_to(_missing, tap.signal)):
                    problem = tap.install(_fault)
                    if problem:
                        _missing[tap.signal] = problem
        entry = block, recorder
        _open.append(entry)
        for listeners in (_watchers, _bound.watchers) if every_thread else (_bound.stack,):
            listeners.append(entry)
        return dict(_missing)


def _failing_to(missing: dict[str, str], signal: str) -> Callable[[Exception], object]:
    def failed(error: Exception) -> bool:
        missing[signal] = f"{type(error).__name__}: {error}"
        return not is_from_handler(error)

    return failed


def disconnect(taps: Sequence[Tap], *, every_thread: bool) -> None:
    """Forget the blocks that are left; the last one puts torch's own functions back. Harmless if it is done twice."""
    with _lock:
        for listeners in (_watchers, _bound.watchers, _open) if every_thread else (_bound.stack, _open):
            _forget_closed(listeners)
        if not _open:
            for tap in taps:
                tap.remove()


def open_sessions() -> int:
    """How many sessions are open in the process; 0 means that torch is untouched, or is so with the next session."""
    return sum(map(_is_open, _open))
