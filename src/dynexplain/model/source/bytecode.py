"""Bytecode before and after Dynamo, as ``dis`` shows it."""

from __future__ import annotations

import dis
from types import CodeType

from ...tracer.records import CompileRecord
from ..report import Bytecode, BytecodeLine

_LONGEST = 80


def build(record: CompileRecord) -> Bytecode | None:
    """Both versions of a converted function; None if Dynamo made no new code."""
    if record.new_code is None:
        return None
    return Bytecode(before=lines(record.code), after=lines(record.new_code))


def lines(code: CodeType) -> tuple[BytecodeLine, ...]:
    """The instructions of a function; one without a line of its own has that of the one before."""
    found = []
    line = code.co_firstlineno
    for instruction in dis.get_instructions(code):
        positions = instruction.positions
        if positions is not None and positions.lineno is not None:
            line = positions.lineno
        argument = instruction.argrepr
        if len(argument) > _LONGEST:
            argument = argument[: _LONGEST - 1] + "…"
        found.append(BytecodeLine(instruction.offset, instruction.opname, argument, line))
    return tuple(found)
