"""What was explained, and what a call of it makes where it runs nothing."""

from __future__ import annotations

import inspect
from typing import Literal

from .report import Subject
from .run import RunContext
from .source.places import Places
from .time.frames import FrameSummary

Made = Literal["", "coroutine", "generator"]


def build(context: RunContext, places: Places) -> Subject:
    """The function, module or block, with its place."""
    subject = context.subject
    return Subject(
        name=subject.name,
        kind=subject.kind,
        location=places.of_code(subject.code) if subject.code is not None else None,
        call=subject.call,
    )


def made(context: RunContext, frames: FrameSummary, calls: int) -> Made:
    """What the explained function makes in place of running, where that was not run."""
    code = context.subject.code
    if code is None or context.error is not None or not frames.complete or frames.runs(code) > calls:
        return ""
    if code.co_flags & inspect.CO_COROUTINE:
        return "coroutine"
    return "generator" if code.co_flags & (inspect.CO_GENERATOR | inspect.CO_ASYNC_GENERATOR) else ""
