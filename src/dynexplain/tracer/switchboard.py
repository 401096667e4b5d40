"""Who listens: taps are installed once for all sessions, and each event goes to one recorder.

A call through ``explain`` or ``optimize`` listens to its own thread. A ``watch`` listens to every thread on which no
such call is running; on a thread that has opened one itself, that one does. Where sessions nest, the innermost one
hears what happens inside it.

An interrupt can strike between any two lines, also in here. So a session is a token that lives as long as the block it
belongs to: when the block is gone, however it went, its token is dead and the session is over.
"""

from __future__ import annotations

import threading
import weakref
from collections.abc import Sequence
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from .recorder import Recorder
    from .tap import Tap


class Token:
    """Stands for one open session; held by nothing but the session's own block."""

    __slots__ = ("__weakref__",)


_Listeners = list[tuple["weakref.ref[Token]", "Recorder"]]

_lock = threading.RLock()
_missing: dict[str, str] = {}
_tokens: weakref.WeakSet[Token] = weakref.WeakSet()
_watchers: _Listeners = []


class _Bound(threading.local):
    def __init__(self) -> None:
        self.stack: _Listeners = []
        self.watchers: _Listeners = []


_bound = _Bound()


def listener() -> Recorder | None:
    """The recorder that hears an event on the calling thread, if any."""
    return _last(_bound.stack) or _last(_bound.watchers) or _last(_watchers)


def _last(listeners: _Listeners) -> Recorder | None:
    while listeners:
        token, recorder = listeners[-1]
        if token() is not None:
            return recorder
        with _lock:
            listeners[:] = [entry for entry in listeners if entry[0]() is not None]
    return None


def is_listening_here() -> bool:
    """Whether a call through ``explain`` or ``optimize`` is running on the calling thread."""
    return _last(_bound.stack) is not None


def connect(token: Token, recorder: Recorder, taps: Sequence[Tap], *, every_thread: bool) -> dict[str, str]:
    """Let ``recorder`` listen for as long as ``token`` lives, installing ``taps`` if it is the first.

    Returns:
        The signals that cannot be had, each with the reason.
    """
    with _lock:
        if not _tokens:
            _missing.clear()
            for tap in taps:
                problem = tap.install()
                if problem:
                    _missing[tap.signal] = problem
        _tokens.add(token)
        for listeners in (_watchers, _bound.watchers) if every_thread else (_bound.stack,):
            listeners.append((weakref.ref(token), recorder))
        return dict(_missing)


def disconnect(token: Token, taps: Sequence[Tap], *, every_thread: bool) -> None:
    """Undo ``connect``; the last one to leave puts torch's own functions back. Harmless if it is done twice."""
    with _lock:
        for listeners in (_watchers, _bound.watchers) if every_thread else (_bound.stack,):
            listeners[:] = [entry for entry in listeners if entry[0]() not in (None, token)]
        _tokens.discard(token)
        if not _tokens:
            for tap in taps:
                tap.remove()


def open_sessions() -> int:
    """How many sessions are open in the process; 0 means that torch is untouched."""
    return len(_tokens)
