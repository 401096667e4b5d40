"""Tap for calls that Dynamo makes itself while it traces, and of which only the answer is left in the graph."""

from __future__ import annotations

import os
from types import BuiltinFunctionType, FunctionType
from typing import Any

from .. import switchboard
from ..reading.stacks import places
from ..records import DecidedRecord
from ..tap import Tap

_ASKED = ("torch", "os", "platform", "socket", "sys", "getpass", "locale")
"""Packages whose functions, called without arguments, can only tell of something outside of the program."""
_MARK = "_dynamo_marked_constant"
"""What ``torch._dynamo.assume_constant_result`` puts on a function."""


def _before_call(self: Any, fn: Any, args: Any, kwargs: Any, *rest: Any) -> Any:
    recorder = switchboard.listener()
    record = recorder.current if recorder is not None else None
    return None if recorder is None or record is None else (recorder, record, self, fn, args, kwargs)


def _after_call(state: Any, result: Any, error: BaseException | None) -> Any:
    recorder, record, tx, fn, args, kwargs = state
    if error is None:
        with recorder.shielded(_SIGNAL):
            found = _decided(tx, fn, args, kwargs)
            if found is not None:
                name, value = found
                from torch._guards import TracingContext

                record.decided.append(DecidedRecord(name, value, places(TracingContext.extract_stack())))
    return result


def _decided(tx: Any, fn: Any, args: Any, kwargs: Any) -> tuple[str, str] | None:
    """What was called and its answer, if that is a constant and says something about the world outside."""
    from torch._dynamo.variables.constant import ConstantVariable
    from torch._dynamo.variables.lazy import LazyVariableTracker

    if type(fn) is LazyVariableTracker and fn.is_realized():
        fn = fn.realize()
    inside = vars(fn)
    called = inside.get("fn", inside.get("value"))
    if type(called) not in (FunctionType, BuiltinFunctionType):
        return None
    if (key := _environment(inside, called, args)) is not None:
        return "os.environ", key
    top = tx.stack[-1] if tx.stack else None
    if type(top) is not ConstantVariable or type(top.value) not in (bool, int, float, str, type(None)):
        return None
    module = str(called.__module__)
    asked = not args and not kwargs and module.partition(".")[0] in _ASKED
    if asked or (type(called) is FunctionType and vars(called).get(_MARK)):
        return f"{module}.{called.__qualname__}", repr(top.value)[:80]
    return None


def _environment(inside: dict[str, Any], called: Any, args: Any) -> str | None:
    """The environment variable that ``os.getenv`` or ``os.environ.get`` was asked for. Its value is not kept."""
    from torch._dynamo.variables.constant import ConstantVariable

    owner = vars(inside["obj"]).get("value") if "obj" in inside else None
    if called is not os.getenv and not (owner is os.environ and called.__name__ in ("get", "mapping_get")):
        return None
    names = [arg.value for arg in args if type(arg) is ConstantVariable and type(arg.value) is str]
    return names[0] if names else None


_SIGNAL = "what was decided while compiling"
TAPS = (
    Tap(
        _SIGNAL,
        "torch._dynamo.symbolic_convert:InstructionTranslatorBase.call_function",
        ("fn", "args", "kwargs"),
        _before_call,
        _after_call,
    ),
)
