"""Stacks as torch and ``traceback`` give them, made into plain places."""

from __future__ import annotations

import functools
import os
import re
from collections.abc import Iterable
from pathlib import Path
from traceback import FrameSummary
from typing import Any

from ..records import Place, Stack

_OURS = str(Path(__file__).resolve().parents[2]) + os.sep
_FRAME = re.compile(r'^  File "(.+)", line (\d+), in (.+)$', re.MULTILINE)
_RESUME = re.compile(r"^(.*\.)?torch_dynamo_resume_in_(.+)_at_(\d+)$")


def plain_name(name: str) -> str:
    """The user's name for a function: Dynamo calls the rest of ``f`` after line 7 ``torch_dynamo_resume_in_f_at_7``."""
    while match := _RESUME.match(name):
        name = (match.group(1) or "") + match.group(2)
    return name


def resumed_at(name: str) -> int:
    """The line where a resume function goes on, 0 for other functions."""
    match = _RESUME.match(name)
    return int(match.group(3)) if match else 0


def places(summary: Iterable[FrameSummary] | None) -> Stack:
    """Convert a ``StackSummary``; columns become -1 where torch did not keep them."""
    if summary is None:
        return ()
    result = []
    for frame in summary:
        column, end_column = getattr(frame, "colno", None), getattr(frame, "end_colno", None)
        result.append(
            Place(
                frame.filename,
                frame.lineno or 0,
                frame.name,
                -1 if column is None else column,
                -1 if end_column is None else end_column,
                getattr(frame, "end_lineno", None) or 0,
            )
        )
    return tuple(result)


@functools.lru_cache(maxsize=65_536)
def parse_stack(text: str) -> Stack:
    """The places in a formatted traceback, as torch keeps it on every node."""
    return tuple(Place(file, int(line), function) for file, line, function in _FRAME.findall(text))


def callers(frame: Any, *, from_file: str, to_file: str, most: int = 50) -> Stack:
    """The frames between the last one of ``from_file`` and the first one of ``to_file`` above it, outermost first."""
    found: list[Place] = []
    for _ in range(most):
        if frame is None or frame.f_code.co_filename.replace("\\", "/").endswith(to_file):
            break
        file = frame.f_code.co_filename
        if file.replace("\\", "/").endswith(from_file):
            found.clear()
        elif not file.startswith(_OURS):
            found.append(Place(file, frame.f_lineno or 0, frame.f_code.co_name))
        frame = frame.f_back
    return tuple(reversed(found))


def below_us(stack: Stack) -> Stack:
    """The part of a stack inside the explained call: what comes after our own frames."""
    for position in range(len(stack) - 1, -1, -1):
        if stack[position].file.startswith(_OURS):
            return stack[position + 1 :]
    return stack
