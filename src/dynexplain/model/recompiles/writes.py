"""Whether a compiled function itself writes what it was compiled for: a counter, a cache that grows."""

from __future__ import annotations

import dis
import itertools
import re
from collections.abc import Iterable, Iterator
from types import CodeType

from ...tracer.records import CompileRecord

_ITEM = re.compile(r"(?P<owner>.+)\[(?P<key>'[^']*'|-?\d+)\]")
_LENGTH = re.compile(
    r"(?:add|append|appendleft|clear|discard|extend|insert|pop|popitem|popleft|remove|setdefault|update)"
)


def codes_of(record: CompileRecord) -> tuple[CodeType, ...]:
    """The function that was compiled, and what was inlined into it."""
    found = [record.code, record.inlined, record.wrapped, *(code for graph in record.graphs for code in graph.traced)]
    return tuple(dict.fromkeys(code for code in found if code is not None))


def line_of_write(codes: Iterable[CodeType], name: str, *, length: bool = False) -> tuple[CodeType, int] | None:
    """Where a value is written.

    Args:
        codes: What was compiled.
        name: As a person calls the value: ``self.steps``, ``Stats.calls``, ``counts['n']``.
        length: Whether it is about how many items it has.

    Returns:
        The code and the line of it.
    """
    for code in codes:
        for line, instructions in _lines(code):
            if _grows(instructions, name) if length else _writes(instructions, name):
                return code, line
    return None


def line_of_pick(codes: Iterable[CodeType], name: str) -> tuple[CodeType, int] | None:
    """Where a value is what picks an item of something: ``layers[self.index]``."""
    for code in codes:
        for line, instructions in _lines(code):
            for one, following in itertools.pairwise(instructions):
                if following.opname in ("BINARY_SUBSCR", "STORE_SUBSCR") and one.argval == _last(name):
                    return code, line
    return None


def _lines(code: CodeType) -> Iterator[tuple[int, list[dis.Instruction]]]:
    lines: dict[int, list[dis.Instruction]] = {}
    for instruction in dis.get_instructions(code):
        line = instruction.positions.lineno if instruction.positions is not None else None
        if line is not None:
            lines.setdefault(line, []).append(instruction)
    yield from lines.items()


def _writes(instructions: list[dis.Instruction], name: str) -> bool:
    names = [instruction.argval for instruction in instructions]
    if item := _ITEM.fullmatch(name):
        key = item["key"].strip("'") if item["key"].startswith("'") else int(item["key"])
        stores = any(instruction.opname == "STORE_SUBSCR" for instruction in instructions)
        return stores and key in names and _last(item["owner"]) in names
    owner, dot, attribute = name.rpartition(".")
    if not dot:
        return any(one.opname in ("STORE_GLOBAL", "STORE_DEREF") and one.argval == name for one in instructions)
    # In a method that was inlined the owner is called `self`.
    owners = {_last(owner), "self"}
    return any(
        one.opname == "STORE_ATTR" and one.argval == attribute and owners & set(map(str, names)) for one in instructions
    )


def _grows(instructions: list[dis.Instruction], name: str) -> bool:
    names = [str(instruction.argval) for instruction in instructions]
    if _last(name) not in names:
        return False
    return any(
        one.opname in ("STORE_SUBSCR", "DELETE_SUBSCR")
        or (one.opname in ("LOAD_METHOD", "LOAD_ATTR") and _LENGTH.fullmatch(str(one.argval)))
        for one in instructions
    )


def _last(name: str) -> str:
    """``b`` of ``self.a.b`` and of ``b[0]``."""
    return name.rpartition(".")[2].partition("[")[0]
