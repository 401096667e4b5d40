"""What was decided while compiling: values that were read once and are constants in the compiled code from then on.

Some are looked at again by a guard before each call, and another value compiles anew; the others are never asked again.
"""

from __future__ import annotations

import re

from ..tracer.reading.stacks import resumed_at
from ..tracer.records import CompileRecord
from . import wording
from .report import Decided, Guard, GuardTree, Location
from .source.places import Places

_COMPILING = re.compile(r"(^|\.)is_(dynamo_)?compiling$")
_STATE = re.compile(
    r"is_(grad|inference_mode|autocast\w*|anomaly)_enabled$|get_default_dtype$|deterministic|get_autocast\w*$|is_(scripting|tracing|exporting)$"
)
"""What Dynamo guards together, as the global state, and what is the same in every call of a compiled function."""
_GLOBAL = re.compile(r"G\['(?P<name>[A-Za-z_]\w*)'\](?P<rest>(\.[a-z_A-Z]\w*|\['[^']*'\]|\[\d+\])*)$")
_HIDDEN = re.compile(r"\._|__|\.training$")
"""Parts of objects that no program reads as a setting."""
_ENVIRON = re.compile(r"\.environ\._data\[b'(?P<name>[^']+)'\]$")
_STACK = re.compile(r"L\['___stack\d+'\]$")
_VALUE = re.compile(r" (?:==|is) (?P<value>-?[\d.]+(?:e[-+]?\d+)?|'[^']*'|True|False|None)$")
_ORDER = ("compiling", "answer", "break", "environment", "global")
"""Told in this order: globals, which most programs have, come last."""
_EXACT = ("EQUALS_MATCH", "CONSTANT_MATCH", "TRUE_MATCH", "FALSE_MATCH", "NONE_MATCH")


def build(compiles: list[CompileRecord], trees: dict[int, GuardTree], places: Places) -> tuple[Decided, ...]:
    """Everything that was decided in code of the user's, each once.

    Args:
        compiles: The conversions.
        trees: Their guards, by position in ``compiles``.
        places: Where everything is.
    """
    found: dict[tuple[str, str, str, int], Decided] = {}

    def add(one: Decided) -> None:
        found.setdefault((one.kind, one.name, one.location.file, one.location.line), one)

    for position, record in enumerate(compiles):
        if record.new_code is None:
            continue
        for guard in trees[position].guards if position in trees else ():
            one = _guarded(guard, trees[position], record, places)
            if one is not None:
                add(one)
        for name, value, stack in record.decided:
            location = places.location(stack[-1]) if stack else None
            if location is not None and location.user:
                add(_called(name, value, location))
    # A variable that is asked for by a call may have a guard. Torch makes none where it is not set.
    looked_at = {one.name for one in found.values() if one.kind == "environment" and one.guarded}
    told = [
        one
        for one in found.values()
        if one.text and (one.guarded or one.kind != "environment" or one.name not in looked_at)
    ]
    return tuple(sorted(told, key=lambda one: _ORDER.index(one.kind)))


def _called(name: str, value: str, location: Location) -> Decided:
    if name == "os.environ":
        return Decided("environment", value, "", location, False, wording.decided.read_variable_once(value))
    if _COMPILING.search(name):
        text = wording.decided.IS_COMPILING if value == "True" else ""
        return Decided("compiling", name, value, location, False, text)
    text = "" if _STATE.search(name) else wording.decided.asked_once(name, value)
    return Decided("answer", name, value, location, False, text)


def _guarded(guard: Guard, tree: GuardTree, record: CompileRecord, places: Places) -> Decided | None:
    if guard.kind not in _EXACT or not guard.code:
        return None
    source = tree.sources[guard.source].source
    if (variable := _ENVIRON.search(source)) is not None:
        name, asked = variable["name"], _users_line(source, record, places)
        return Decided("environment", name, "", asked, True, wording.decided.read_variable(name)) if asked else None
    if guard.origin is None or not guard.origin.user:
        return None
    equal = _VALUE.search(guard.code[0])
    if equal is None:
        return None
    value = equal["value"]
    if _STACK.match(source) and (line := resumed_at(record.code.co_name)):
        # What a break left on the stack was made by the line of the break, as Python runs it.
        place = places.location_of(record.code.co_filename, line)
        return Decided("break", place.code, value, place, True, wording.decided.made_at_break(place.code, value))
    named = _GLOBAL.match(source)
    if named is None or _HIDDEN.search(source) or named["name"].startswith("torch"):
        return None
    name = f"{named['name']}{named['rest']}"
    return Decided("global", name, value, guard.origin, True, wording.decided.read_global(name, value))


def _users_line(source: str, record: CompileRecord, places: Places) -> Location | None:
    """The user's innermost line that made Dynamo look at a value: ``os.getenv`` looks in the standard library."""
    for origin in record.guard_origins:
        if origin.name == source:
            users = [location for location in map(places.location, origin.stack) if location.user]
            if users:
                return users[-1]
    return None
