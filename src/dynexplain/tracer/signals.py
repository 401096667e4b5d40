"""Exceptions out of signal handlers: they can strike between any two lines, also of ours, and are the user's."""

from __future__ import annotations

import functools
import signal
from types import CodeType, MethodType
from typing import Any


def is_from_handler(error: BaseException) -> bool:
    """Whether a handler that is installed now has raised the exception, such as a time limit by ``signal.alarm``."""
    handlers = {_code(signal.getsignal(number)) for number in signal.valid_signals()} - {None}
    trace = error.__traceback__
    while trace is not None and handlers:
        if trace.tb_frame.f_code in handlers:
            return True
        trace = trace.tb_next
    return False


def _code(handler: Any) -> CodeType | None:
    while isinstance(handler, functools.partial):
        handler = handler.func
    if isinstance(handler, MethodType):
        handler = handler.__func__
    code = getattr(handler, "__code__", None)
    return code if isinstance(code, CodeType) else None
