"""What the reader must know to trust a report: signals that were missing, and accounts that disagree."""

from __future__ import annotations

from collections.abc import Iterator

from ..tracer.reading.stacks import plain_name
from ..tracer.recorder import Recorder
from ..tracer.records import CompileRecord
from . import wording
from .breaks import build as breaks
from .guards.value_names import STACK_VALUE, readable, users_terms
from .report import Compilation, Note
from .source.places import Places
from .time.frames import FrameSummary

_MOST_VALUES = 6
"""So many values that memory made variable are named for each function."""


def build(
    recorder: Recorder,
    compiles: list[CompileRecord],
    found: list[breaks.Found],
    compilations: tuple[Compilation, ...],
    frames: FrameSummary,
    places: Places,
    *,
    raised: bool,
) -> tuple[Note, ...]:
    """All notes. Three accounts are compared: breaks by two ways, and what was compiled with what ran."""
    notes = [
        Note(signal, wording.notes.signal_missing(signal, problem)) for signal, problem in recorder.missing.items()
    ]
    notes += [Note(signal, wording.notes.signal_failed(signal, problem)) for signal, problem in recorder.faults.items()]
    if recorder.frames.problem:
        notes.append(Note("frames", recorder.frames.problem))
    if frames.dropped:
        notes.append(Note("frames", wording.notes.frames_dropped(len(frames.rows), frames.dropped)))
    second = breaks.second_count(compiles) + len(recorder.refusals)
    if second != len(found) and "second count of graph breaks" not in recorder.missing:
        notes.append(Note("graph breaks", wording.notes.counts_disagree(len(found), second)))
    cut = {record.id for record in compiles if _is_cut_off(record, recorder)}
    if cut:
        names = [one.function for one in compilations if one.id in cut]
        notes.append(Note("compilations", wording.notes.cut_off(list(dict.fromkeys(names)))))
    # An exception may come between a compilation and the run of its code.
    if frames.complete and not raised:
        idle = [
            one.function
            for one, is_inside in zip(compilations, _inside_others(compiles), strict=True)
            if one.status == "compiled" and not one.runs and not is_inside and one.id not in cut
        ]
        if idle:
            notes.append(Note("frames", wording.notes.compiled_but_not_run(list(dict.fromkeys(idle)))))
    notes += _remembered(recorder, compiles)
    notes += [Note("source", wording.notes.file_edited(places.label(file))) for file in places.texts.all_edited()]
    return tuple(notes)


def _remembered(recorder: Recorder, compiles: list[CompileRecord]) -> Iterator[Note]:
    """What memory from before the report made variable, a note for each function."""
    record_of = {id(record.code): record for record in reversed(compiles)}
    found: dict[str, dict[str, set[int]]] = {}
    for code, source, dimensions in recorder.remembered:
        record = record_of.get(id(code))
        if record is None:
            continue
        name = readable(users_terms(record)(source))
        function = record.wraps or plain_name(record.code.co_qualname).rpartition(".<locals>.")[2]
        # What is on the stack behind a break has no name.
        if STACK_VALUE not in name:
            found.setdefault(function, {}).setdefault(name, set()).update(dimensions)
    for function, values in found.items():
        told = [wording.notes.remembered_sizes(name, tuple(sorted(sizes))) for name, sizes in values.items()]
        yield Note("memory", wording.notes.remembered(function, told[:_MOST_VALUES]))


def _is_cut_off(record: CompileRecord, recorder: Recorder) -> bool:
    """Whether a conversion went on after the session, on another thread: what it made then was not heard."""
    if record.duration_ns < 0:
        return True
    if recorder.listening:
        return False
    end = record.start_ns + record.duration_ns
    return not any(
        call.start_ns <= record.start_ns and end <= call.start_ns + call.duration_ns for call in recorder.calls
    )


def _inside_others(compiles: list[CompileRecord]) -> list[bool]:
    """For each compilation whether it took place within another one, where frames are not recorded."""
    ends: dict[int, int] = {}
    inside = []
    for record in compiles:
        end = record.start_ns + max(record.duration_ns, 0)
        last = ends.get(record.thread, 0)
        inside.append(record.start_ns < last)
        ends[record.thread] = max(last, end)
    return inside
