"""Skip records → functions left to Python, one line each, with why."""

from __future__ import annotations

from typing import Literal

from ..tracer.reading.stacks import resumed_at
from ..tracer.recorder import Recorder
from ..tracer.records import SkipRecord
from . import wording
from .advice import titles
from .breaks import message
from .breaks.build import Found
from .breaks.roots import RECOMPILE_LIMIT
from .report import Location, Skip
from .source.places import Places
from .time.frames import FrameSummary

Kind = Literal["break", "rule", "empty", "limit", "disabled", "error", "unseen", "given_up"]
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
        if kind in ("rule", "empty", "disabled", "unseen") and not places.of_code(skip.code).user and not skip.module:
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
            text=_text(first, kind),
            count=count,
            break_index=position,
            time_ns=frames.python_ns(first.code),
            resumed_at=resumed_at(first.code.co_name),
        )
        for (_, kind), (first, count, position) in merged.items()
    )


def given_up(recorder: Recorder, frames: FrameSummary, places: Places) -> tuple[Skip, ...]:
    """The user's functions that an earlier call has given up, and that Dynamo was therefore not offered.

    Where torch has no record of why, only those that were given to Dynamo themselves: it is also never offered again
    what had no tensor in it.
    """
    not_offered = frames.not_offered()
    known = recorder.given_up([code for code, _ in not_offered.values()])
    found = []
    for key, (code, is_entry) in not_offered.items():
        past = known.get(key)
        if past is None or not (past.message or is_entry):
            continue
        place = places.of_code(code)
        first = message.chain(past.message)[0]
        why = titles.break_title(first.kind, first.context, first.explanation) if past.message else ""
        where = f"{places.label(past.file)}:{past.line}" if past.line else ""
        found.append(
            Skip(
                function=place.function.rpartition(".<locals>.")[2],
                location=place,
                kind="given_up",
                reason=first.kind,
                text=wording.skips.given_up(why, where),
                count=frames.runs(code),
                break_index=-1,
                time_ns=frames.python_ns(code),
            )
        )
    return tuple(found)


def _place(skip: SkipRecord, places: Places) -> Location:
    return places.of_code(skip.code) if skip.compile is None else places.of_compile(skip.compile)


def _text(skip: SkipRecord, kind: Kind) -> str:
    if kind == "error":
        failed = skip.compile
        return wording.skips.failed(failed.error_kind, failed.error_message) if failed else wording.skips.failed("", "")
    if kind == "unseen":
        return wording.skips.unseen(skip.unseen, resumed_at(skip.code.co_name))
    return wording.skips.in_place(skip.module) if skip.module else wording.skips.why(skip.reason)


def _name(skip: SkipRecord, places: Places) -> str:
    if skip.module:
        return skip.module
    name = _place(skip, places).function.rpartition(".<locals>.")[2]
    line = resumed_at(skip.code.co_name)
    return wording.breaks.rest_of(name, line) if line else name


def _kind(skip: SkipRecord, position: int) -> Kind:
    if position >= 0:
        return "break"
    if skip.compile is not None:
        refusal = skip.compile.refusal
        return "limit" if refusal is not None and refusal.kind == RECOMPILE_LIMIT else "error"
    return (
        "unseen" if skip.unseen else next((kind for start, kind in _BY_REASON if skip.reason.startswith(start)), "rule")
    )
