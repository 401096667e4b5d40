"""Dynamo's state of a code object, taken off it and kept until nobody can be using it any more.

Dynamo keeps its cache entries and marks in one C++ object per code object, to which a conversion, a lookup or a running
call on another thread may hold a bare pointer. ``reset_code`` frees it under them. Here it changes places with that of
a copy of the code object, which nothing runs: at once for everybody, and nothing is freed. It goes with the copy, after
every thread that was inside Dynamo has been seen outside of it: whoever comes later cannot get at it.
"""

from __future__ import annotations

import functools
import sys
import threading
from types import CodeType, FrameType
from typing import Any

from ... import hook

_MOST_SLOTS = 255
_DYNAMO = ("torch/_dynamo/eval_frame.py", "torch/_dynamo/convert_frame.py")
"""Whoever runs compiled code has a frame of the first on the stack, whoever converts one of the second."""

lock = threading.RLock()
_waiting: list[tuple[CodeType, CodeType, set[int]]] = []
"""(code, the copy that holds its state, threads that may be using it). The state has a bare pointer to the code."""


@functools.cache
def _slot() -> int:
    """The extra slot that is Dynamo's; -1 if it keeps its state another way than is known here."""
    from torch._C._dynamo.eval_frame import reset_code, set_code_exec_strategy
    from torch._dynamo import types

    strategy: Any = types
    probe = compile("0", "<dynexplain>", "eval")
    before = [hook.extra(probe, index) for index in range(_MOST_SLOTS)]
    set_code_exec_strategy(probe, strategy.FrameExecStrategy())
    found = [index for index in range(_MOST_SLOTS) if hook.extra(probe, index) != before[index]]
    other = probe.replace()
    # After the exchange Dynamo has to find the state where it is now, and nothing where it was.
    fits = len(found) == 1 and hook.swap_extra(probe, other, found[0])
    fits = fits and not hook.extra(probe, found[0]) and hook.extra(other, found[0]) != 0
    reset_code(probe)
    reset_code(other)
    return found[0] if fits and not hook.extra(other, found[0]) else -1


def has_state(code: CodeType) -> bool:
    """Whether Dynamo keeps anything on a code object, as far as can be seen."""
    return _slot() >= 0 and hook.extra(code, _slot()) != 0


def exchange(code: CodeType, holder: CodeType) -> bool:
    """Let two code objects change their states; False if that cannot be done in this torch or this Python."""
    return _slot() >= 0 and hook.swap_extra(code, holder, _slot())


def unlink(code: CodeType) -> bool:
    """Let a code object be as if Dynamo had never seen it; False if that cannot be done here."""
    holder = code.replace()
    if not exchange(code, holder):
        return False
    let_go(code, holder)
    return True


def let_go(code: CodeType, holder: CodeType) -> None:
    """Free the state of ``code`` that ``holder`` has, when nobody uses it any more."""
    with lock:
        _waiting.append((code, holder, _inside_dynamo()))
    sweep()


def sweep() -> None:
    """Free what nobody uses any more."""
    with lock:
        if _waiting:
            inside = _inside_dynamo()
            for _, _, users in _waiting:
                users &= inside
            _waiting[:] = [entry for entry in _waiting if entry[2]]


def others_are_inside() -> bool:
    """Whether another thread runs compiled code, or this one does further out."""
    return bool(_inside_dynamo())


def _inside_dynamo() -> set[int]:
    return {thread for thread, frame in sys._current_frames().items() if any(map(_is_dynamo, outwards(frame)))}


def _is_dynamo(frame: FrameType) -> bool:
    code = frame.f_code
    # A compiled module's own `__call__` only passes the call on, to a function that is Dynamo's if that enters it.
    return code.co_qualname != "OptimizedModule.__call__" and code.co_filename.replace("\\", "/").endswith(_DYNAMO)


def outwards(frame: FrameType | None) -> list[FrameType]:
    """A frame and its callers."""
    found = []
    while frame is not None:
        found.append(frame)
        frame = frame.f_back
    return found
