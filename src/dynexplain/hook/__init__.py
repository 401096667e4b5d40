"""The frame hook: records when each Python frame runs, how deep, and how it ends.

In come the frames of a running program; out go fixed-size records of them, as columns. What a frame means is not
decided here, and nothing knows torch.

It sits *under* whatever frame evaluator is installed after it, such as Dynamo's, so it sees every frame as it is
finally run. There is one hook for the process; it works in the main interpreter only. While it runs, CPython runs every
Python call through it, which costs some time and some C stack.

```python
hook.start()
try:
    f()
finally:
    hook.stop()
records = hook.records()
hook.forget()
```

`pause`, `resume` and `stop` leave no frames of their own in the records.
"""

from __future__ import annotations

import atexit
import os
from collections.abc import Callable
from types import CodeType
from typing import Any, Protocol

from dynexplain.hook import _missing
from dynexplain.hook.records import Ended, FrameRecords, RawColumns

__all__ = [
    "DEFAULT_LIMIT",
    "Block",
    "Ended",
    "FrameRecords",
    "Shield",
    "around",
    "available",
    "current_evaluator",
    "extra",
    "forget",
    "original",
    "own_evaluator",
    "pause",
    "records",
    "resume",
    "running",
    "stand_in",
    "start",
    "stop",
    "swap_extra",
    "take",
    "watch",
]


class _Core(Protocol):
    """What the compiled part and its stand-in have in common."""

    def start(self, limit: int, probe: Callable[[], object], returning: int, /) -> None: ...
    def stop(self) -> None: ...
    def pause(self) -> None: ...
    def resume(self) -> None: ...
    def running(self) -> bool: ...
    def read(self, forget: bool, /) -> RawColumns: ...
    def read_since(self, start_ns: int, /) -> RawColumns: ...
    def forget(self) -> None: ...
    def after_fork(self) -> None: ...
    def stand_in(self, code: CodeType, /) -> CodeType: ...
    def original(self, code: CodeType, /) -> CodeType: ...
    def extra(self, code: CodeType, index: int, /) -> int: ...
    def swap_extra(self, code: CodeType, other: CodeType, index: int, /) -> bool: ...
    def current_evaluator(self) -> int: ...
    def own_evaluator(self) -> int: ...
    @property
    def Around(self) -> Any: ...
    @property
    def Shield(self) -> Any: ...
    @property
    def Block(self) -> Any: ...


def _load() -> tuple[_Core, bool]:
    try:
        from dynexplain.hook import _hook

        if not hasattr(_hook, "Block"):
            raise ImportError("it was compiled from older sources")
    except ImportError as error:
        _missing.reason = str(error)
        return _missing, False
    # Whoever forks wants the child to do its work, not to fill memory with records that nobody reads.
    if hasattr(os, "register_at_fork"):
        os.register_at_fork(after_in_child=_hook.after_fork)
    # The code objects have to go before the interpreter does. Exit handlers run last in, first out.
    atexit.register(_hook.forget)
    atexit.register(_hook.stop)
    return _hook, True


_core, _available = _load()

DEFAULT_LIMIT = 3_000_000
"""Records of a session unless `start` is told otherwise; each takes 32 bytes, and 30 more while they are read."""


def available() -> bool:
    """Whether the compiled part is there. Without it `start` raises and everything else does nothing."""
    return _available


def start(*, limit: int = DEFAULT_LIMIT, returning: int = 0) -> None:
    """Installs the hook and begins a session. The records of the session before are forgotten.

    Start it outside of compiled code. Inside, Dynamo's evaluator is installed already and ours comes to lie above it:
    it sees frames before Dynamo does, and Dynamo throws it out when it leaves. When ours is below another evaluator,
    where a `stop` in the middle of a compiled function leaves it, it goes on there; to find that out it calls a Python
    function.

    Args:
        limit: how many records to keep; what comes after is only counted. Memory is taken as it is needed.
        returning: address of an evaluator that puts itself on top again whenever it is needed, as Dynamo's does. When
            it is the one installed now, ours takes its place instead of calling it, and `stop` puts it back.

    Raises:
        HookUnavailableError: the compiled part is missing or does not fit this Python.
        HookStateError: a session runs already.
        ValueError: `limit` is not positive, or absurd.
    """
    _core.start(limit, _probe, returning)


def _probe() -> None:
    """Called by the compiled part, which looks whether the call reaches it."""


def records(*, since_ns: int = 0) -> FrameRecords:
    """A copy of the records of the session that runs, or else of the last one.

    Args:
        since_ns: Only of frames that started then or later, on the clock of `time.perf_counter_ns`. What lies before
            costs next to nothing.

    While it runs this is a snapshot. After it was stopped, frames that were open then may still end: a later call has
    their ends.
    """
    return FrameRecords.from_columns(_core.read_since(since_ns))


def take() -> FrameRecords:
    """As `records`, and forgets them. A running session goes on; the ends of frames that are open now are not seen."""
    return FrameRecords.from_columns(_core.read(True))


stop = _core.stop
"""Ends the session, and restores the frame evaluator that was there before if ours is still on top.

Otherwise ours stays where it is and passes every frame through; when the one above puts it back on top, it takes itself
out. The records stay until `forget`, `take` or the next `start`. Harmless when no session runs."""

pause = _core.pause
"""Stops watching in the calling thread, until `resume` has been called as often. Allowed when no session runs, and it
outlasts a `stop` and a `start`."""

resume = _core.resume
"""Ends one `pause` of the calling thread. Raises HookStateError when there was none."""

forget = _core.forget
"""Drops the records and the references to their code objects; a running session goes on, empty."""

running = _core.running
"""Whether a session runs."""

current_evaluator = _core.current_evaluator
"""The address of the frame evaluator that is installed now. Equal before and after: nothing was left behind."""

own_evaluator = _core.own_evaluator
"""The address of the hook's own frame evaluator."""

extra = _core.extra
"""The address that some package keeps in an extra slot (PEP 523) of a code object, 0 if the slot is empty."""

swap_extra = _core.swap_extra
"""Exchanges what two code objects hold in an extra slot. CPython's own way to write there frees what was there, which
somebody may still be using; here nothing is freed. False where it cannot be done."""


def around(
    original: Callable[..., Any],
    before: Callable[..., Any],
    after: Callable[[Any, Any, BaseException | None], Any] | None = None,
    *,
    fault: Callable[[Exception], object] | None = None,
    pausing: bool = False,
    quiet: Callable[[Any], Any] | None = None,
) -> Any:
    """Makes a callable that calls `original` and two listeners, and that nobody sees.

    A wrapper written in Python would be in tracebacks, in the stacks that torch logs and stores, and in the way of
    whoever looks at its caller. This one has no frame, and the listeners' are gone while `original` runs. (Without the
    compiled part it has one.) On a class it becomes a method as a function does.
    After its `disarm()` it only passes calls on.

    Whatever the listeners do, `original` is called once, and what it gives is given. Of what they raise only interrupts
    get out, and what `fault` says is none of ours.

    Args:
        original: what is called, with the arguments as they come.
        before: called first, with the same arguments. Returns a state, or None: then nothing comes after the call. A
            `Block` is opened before the call and left after it, and may have something else called: its `target`.
        after: called as `after(state, result, None)`, and what it returns is returned; or as
            `after(state, None, error)`, and the error goes on. None if `before` never returns a state.
        fault: told of each error of the listeners. When it returns False the error goes on.
        pausing: no frame is recorded in this thread while `original` runs, if there is a state.
        quiet: called with None before everything, and with what that returned after everything.
    """
    return _core.Around(original, before, after, fault, pausing, quiet)


Block: Any = _core.Block
"""A base for what is open for a time. Its `_enter()` and `_leave(error)` are called when it is entered and left.

An error of theirs goes to its `_fault(error)`; an interrupt goes on, after `_leave` was called once more, which must do
no harm.

`watch` lets the hook run until the block is left or gone: that needs no line of Python to be reached."""

Shield: Any = _core.Shield
"""`with Shield(fault):` is a block out of which no `Exception` gets, unless `fault(error)` returns False."""


def watch(block: Any, *, limit: int = DEFAULT_LIMIT, returning: int = 0) -> bool:
    """Lets the hook run for as long as `block` is open, as `start` does; several blocks may want it at once.

    Returns:
        Whether it was started for this one. A session that runs already goes on, at least as long as this block.

    Raises:
        HookUnavailableError: the compiled part is missing or does not fit this Python.
    """
    return bool(block.watch(limit, _probe, returning))


stand_in = _core.stand_in
"""A copy of a code object, as which its frames are recorded from now on; the same one when asked again.

Records hold code objects. What hangs on the life of one, as Dynamo's compiled functions do on that of the code it has
made, would live as long as the records; so those get the copy."""

original = _core.original
"""The code object that a recorded one stands for, if that lives; else the recorded one itself."""
