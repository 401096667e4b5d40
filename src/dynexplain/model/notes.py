"""What the reader must know to trust a report: signals that were missing, and accounts that disagree."""

from __future__ import annotations

from ..tracer.recorder import Recorder
from ..tracer.records import CompileRecord
from . import wording
from .breaks import build as breaks
from .report import Compilation, Note
from .source.places import Places
from .time.frames import FrameSummary


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
    notes = [Note(signal, wording.signal_missing(signal, problem)) for signal, problem in recorder.missing.items()]
    notes += [Note(signal, wording.signal_failed(signal, problem)) for signal, problem in recorder.faults.items()]
    if recorder.frames.problem:
        notes.append(Note("frames", recorder.frames.problem))
    second = breaks.second_count(compiles) + len(recorder.refusals)
    if second != len(found) and "second count of graph breaks" not in recorder.missing:
        notes.append(Note("graph breaks", wording.counts_disagree(len(found), second)))
    cut = {record.id for record in compiles if _is_cut_off(record, recorder)}
    if cut:
        names = [one.function for one in compilations if one.id in cut]
        notes.append(Note("compilations", wording.cut_off(list(dict.fromkeys(names)))))
    # An exception may come between a compilation and the run of its code.
    if frames.complete and not raised:
        idle = [
            one.function
            for one, is_inside in zip(compilations, _inside_others(compiles), strict=True)
            if one.status == "compiled" and not one.runs and not is_inside and one.id not in cut
        ]
        if idle:
            notes.append(Note("frames", wording.compiled_but_not_run(list(dict.fromkeys(idle)))))
    notes += [Note("source", wording.file_edited(places.label(file))) for file in places.texts.all_edited()]
    return tuple(notes)


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
