"""Skip records → functions left to Python, one line each, with why."""

from __future__ import annotations

from typing import Literal

from ..tracer.reading.stacks import resumed_at
from ..tracer.records import SkipRecord
from . import wording
from .breaks.build import Found
from .breaks.roots import RECOMPILE_LIMIT
from .report import Location, Skip
from .source.places import Places
from .time.frames import FrameSummary

Kind = Literal["break", "rule", "empty", "limit", "disabled", "error"]
_BY_REASON: tuple[tuple[str, Kind], ...] = (
    ("no tensor-related objects", "empty"),
    ("Dynamo decided to skip the frame", "empty"),
    ("export mode produced an empty graph", "empty"),
    ("tracing is non-recursively disabled", "disabled"),
    ("Dynamo tracing is disabled", "disabled"),
)


def build(
    skips: list[SkipRecord], found: list[Found], records: list[object], frames: FrameSummary, places: Places
) -> tuple[Skip, ...]:
    """Skips of the user's functions, and of any function that a break, the limit or an error left to Python."""
    breaks_of = {item.compile: position for position, item in enumerate(found) if item.compile >= 0}
    index_of = {id(record): index for index, record in enumerate(records)}
    refused = {
        (item.event.location.file, item.event.location.line): position
        for position, item in enumerate(found)
        if item.compile < 0
    }
    merged: dict[tuple[int, Kind], tuple[SkipRecord, int, int]] = {}
    for skip in skips:
        position = breaks_of.get(index_of.get(id(skip.compile), -1), -1) if skip.compile is not None else -1
        if skip.refusal is not None:
            position = refused.get((skip.code.co_filename, skip.code.co_firstlineno), -1)
        kind = _kind(skip, position)
        if kind in ("rule", "empty", "disabled") and not places.of_code(skip.code).user:
            continue
        if kind == "empty" and resumed_at(skip.code.co_name):
            # The end of a function after a break, with nothing left to compute.
            continue
        first, count, at = merged.get((id(skip.code), kind), (skip, 0, position))
        merged[id(skip.code), kind] = (first, count + 1, at)
    return tuple(
        Skip(
            function=_name(first, places),
            location=_place(first, places),
            kind=kind,
            reason=first.reason,
            text=wording.skip_text(first.reason) if kind != "error" else wording.skip_error(first),
            count=count,
            break_index=position,
            time_ns=frames.python_ns(first.code),
        )
        for (_, kind), (first, count, position) in merged.items()
    )


def _place(skip: SkipRecord, places: Places) -> Location:
    return places.of_code(skip.code) if skip.compile is None else places.of_compile(skip.compile)


def _name(skip: SkipRecord, places: Places) -> str:
    name = _place(skip, places).function.rpartition(".<locals>.")[2]
    line = resumed_at(skip.code.co_name)
    return wording.rest_of(name, line) if line else name


def _kind(skip: SkipRecord, position: int) -> Kind:
    if position >= 0:
        return "break"
    if skip.compile is not None:
        refusal = skip.compile.refusal
        return "limit" if refusal is not None and refusal.kind == RECOMPILE_LIMIT else "error"
    return next((kind for start, kind in _BY_REASON if skip.reason.startswith(start)), "rule")
