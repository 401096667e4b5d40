"""Records → Report: a list of passes, each a plain function over what the taps wrote down."""

from __future__ import annotations

import datetime
import inspect
from collections.abc import Callable, Iterator
from types import CodeType
from typing import Any, TypeVar

from msgspec.structs import replace

from ..tracer.reading.stacks import plain_name, resumed_at
from ..tracer.recorder import Recorder
from ..tracer.records import CompileRecord
from . import decided, ending, notes, passes, skips, summary, wording
from .annotations import build as sources
from .annotations.times import LineTimes
from .breaks import build as breaks_pass
from .breaks.causes import causes as group_causes
from .exceptions import table as exceptions
from .exceptions.case import Case
from .graphs import build as graphs
from .graphs import versions
from .guards import build as guards
from .plain import encoded
from .privacy.secrets import without_secrets
from .recompiles import build as recompiles
from .report import (
    SCHEMA_VERSION,
    Break,
    Change,
    Compilation,
    Environment,
    Graph,
    GuardTree,
    Phase,
    Report,
    RunTable,
    Skip,
    Source,
    Step,
    Subject,
)
from .run import RunContext
from .source import bytecode
from .source.places import Places
from .time import later
from .time import split as timesplit
from .time.frames import FrameSummary
from .verdict import Made, Seen
from .wording.words import first_line

_T = TypeVar("_T")


def build(recorder: Recorder, context: RunContext) -> Report:
    """Build the report of everything that a recorder has heard so far.

    A fault of ours costs the part that it is in, of which a note tells. Memory may be short for a moment only: so what
    failed is tried once more.
    """
    report = passes.made(recorder, "report", lambda: _build(recorder, context), None)
    if report is not None:
        return report
    # What was heard cannot be put together: the report has what is known without it, and the notes.
    nothing = Recorder()
    nothing.faults, nothing.missing = recorder.faults, recorder.missing
    return _build(nothing, context)


def _build(recorder: Recorder, context: RunContext) -> Report:
    def part(signal: str, make: Callable[[], _T], without: Any) -> _T:
        return passes.made(recorder, signal, make, without)

    recorder.release()
    places = Places(context.cells)
    compiles = sorted(recorder.compiles, key=lambda record: record.start_ns)
    origin = min([call.start_ns for call in recorder.calls] + [record.start_ns for record in compiles], default=0)
    frames = FrameSummary(
        list(recorder.frames.parts),
        compiles,
        recorder.skips,
        origin,
        places,
        callers={call.thread for call in recorder.calls},
        cached=recorder.cached,
        later=recorder.later,
        graphs=recorder.graphs,
    )
    made = {id(record.new_code) for record in compiles} | recorder.cached.keys()
    part("source", lambda: places.texts.know(_codes(recorder, context, frames), made), None)

    found = breaks_pass.find(compiles, recorder.skips, recorder.refusals, places)
    ended_by = {item.compile: position for position, item in enumerate(found) if item.compile >= 0}
    index_of = {id(record): index for index, record in enumerate(compiles)}
    graph_of = {id(graph): index for index, record in enumerate(compiles) for graph in record.graphs}
    all_graphs = tuple(
        graphs.build(graph, compiles[graph_of[id(graph)]], ended_by.get(graph_of[id(graph)], -1), places)
        for graph in recorder.graphs
    )
    events, causes = group_causes(found, _eager_ns(found, compiles, frames), _split(found, compiles))
    left = part("skipped frames", lambda: skips.build(recorder.skips, found, list(compiles), frames, places), ())
    left += part("skipped frames", lambda: _given_up(recorder, frames, places), ())
    trees = part("guards", lambda: _trees(recorder, index_of, places), {})
    again = part("recompiles", lambda: recompiles.build(compiles, places, trees), {})
    all_graphs = versions.number(all_graphs, compiles, again)
    compilations = tuple(
        _compilation(record, index, origin, ended_by, list(trees), list(again), frames, places)
        for index, record in enumerate(compiles)
    )
    subject = Subject(
        name=context.subject.name,
        kind=context.subject.kind,
        location=places.of_code(context.subject.code) if context.subject.code is not None else None,
        call=context.subject.call,
    )
    codes, frame_table = frames.tables()
    case = Case(context, recorder, tuple(compiles), places, tuple(events), tuple(again.values()), codes)
    events, causes, end = exceptions.of_causes(case, causes)
    outcome = ending.outcome(recorder, context, places, case, end)
    late = part("late compilation", lambda: later.build(recorder.later, compilations, origin), ())
    split = timesplit.build(recorder, compiles, frames)
    environment = wording.asked.environment(context.versions["torch"], context.backend, context.memory)
    seen = Seen(
        subject=subject,
        outcome=outcome,
        compilations=compilations,
        graphs=all_graphs,
        breaks=tuple(events),
        causes=tuple(causes),
        skips=left,
        recompiles=tuple(again.values()),
        codes=codes,
        stance=context.stance,
        entered=frames.entered if frames.complete else None,
        offered=bool(compiles or recorder.skips),
        made=_made(context, frames, len(recorder.calls)),
    )
    events = [replace(event, time_ns=event.time_ns - origin) for event in events]
    times = LineTimes(compiles, recorder.graphs, recorder.calls, frames, places)

    def told() -> tuple[Source, ...]:
        return sources.build(
            compiles,
            recorder.skips,
            context.subject.code,
            all_graphs,
            events,
            left,
            tuple(trees.values()),
            frames,
            times,
            places,
        )

    report = Report(
        schema_version=SCHEMA_VERSION,
        created=datetime.datetime.now(datetime.UTC).isoformat(timespec="seconds"),
        environment=Environment(
            backend=context.backend,
            options=context.options,
            config=context.config,
            memory=context.memory,
            asked=wording.asked.HOW[context.memory],
            **context.versions,
        ),
        subject=subject,
        outcome=outcome,
        calls=len(recorder.calls),
        duration_ns=sum(call.duration_ns for call in recorder.calls),
        summary=summary.build(seen, tuple(trees.values()), split, late, environment),
        sources=part("source", told, ()),
        compilations=compilations,
        graphs=all_graphs,
        links=part("links between graphs", lambda: graphs.links(recorder.links, recorder.graphs), ()),
        steps=part("order of steps", lambda: _steps(compilations, all_graphs, events, left), ()),
        breaks=tuple(events),
        causes=tuple(causes),
        skips=left,
        guards=tuple(trees.values()),
        recompiles=tuple(replace(item, time_ns=item.time_ns - origin) for item in again.values()),
        codes=codes,
        frames=frame_table,
        python=frames.python(),
        runs=part("runs of graphs", lambda: _runs(recorder, origin), RunTable((), (), (), ())),
        notes=notes.build(recorder, compiles, found, compilations, frames, places, raised=context.error is not None),
        later=late,
        decided=part("what was decided", lambda: decided.build(compiles, trees, places), ()),
        changes=tuple(Change(change.kind, change.name) for change in context.changes),
        locations=tuple(places.locations),
        stacks=tuple(places.stacks),
    )

    writable, raw = encoded(report)
    return without_secrets(writable, context.secrets, raw)


def _given_up(recorder: Recorder, frames: FrameSummary, places: Places) -> tuple[Skip, ...]:
    known = recorder.given_up([code for code, _ in frames.not_offered().values()])
    return skips.given_up(known, frames, places)


def _trees(recorder: Recorder, index_of: dict[int, int], places: Places) -> dict[int, GuardTree]:
    return {
        index_of[id(record)]: guards.build(record, recorder.guard_trees[position], places)
        for position, record in enumerate(recorder.compiles)
        if position in recorder.guard_trees
    }


def _codes(recorder: Recorder, context: RunContext, frames: FrameSummary) -> Iterator[CodeType]:
    """All code that is known to have run, or to have been traced."""
    if context.subject.code is not None:
        yield context.subject.code
    yield from (record.code for record in recorder.compiles)
    yield from (skip.code for skip in recorder.skips)
    for graph in recorder.graphs:
        yield from graph.traced
    # What Dynamo made has the name and the place of what it was made from, and other instructions.
    yield from (code for code in frames.codes if frames.kind(code) not in ("compiled", "resumed"))


def _made(context: RunContext, frames: FrameSummary, calls: int) -> Made:
    """What the explained function makes in place of running, where that was not run."""
    code = context.subject.code
    if code is None or context.error is not None or not frames.complete or frames.runs(code) > calls:
        return ""
    if code.co_flags & inspect.CO_COROUTINE:
        return "coroutine"
    return "generator" if code.co_flags & (inspect.CO_GENERATOR | inspect.CO_ASYNC_GENERATOR) else ""


def _compilation(
    record: CompileRecord,
    index: int,
    origin: int,
    ended_by: dict[int, int],
    trees: list[int],
    again: list[int],
    frames: FrameSummary,
    places: Places,
) -> Compilation:
    location = places.of_compile(record)
    if record.new_code is not None:
        status, detail = "compiled", ""
    elif record.refusal is not None:
        status, detail = "refused", record.refusal.kind
    elif record.error_kind:
        status = "skipped" if index in ended_by else "failed"
        detail = f"{record.error_kind}: {first_line(record.error_message)}"
    else:
        status, detail = "empty", record.skip_reason
    return Compilation(
        id=record.id,
        function=location.function.rpartition(".<locals>.")[2],
        location=location,
        resumed_at=resumed_at(record.code.co_name),
        status=status,  # type: ignore[arg-type]
        detail=detail,
        start_ns=record.start_ns - origin,
        duration_ns=record.duration_ns,
        restarts=tuple(attempt.restart.strip().split("\n", 1)[0] for attempt in record.attempts if attempt.restart),
        graphs=tuple(graph.index for graph in record.graphs),
        break_index=ended_by.get(index, -1),
        guards=trees.index(index) if index in trees else -1,
        recompile=again.index(index) if index in again else -1,
        phases=tuple(
            Phase(phase.name, phase.start_ns - origin, phase.duration_ns, phase.depth)
            for phase in record.phases
            if phase.duration_ns >= 0
        ),
        bytecode=bytecode.build(record),
        runs=frames.runs(record.new_code) if record.new_code is not None else 0,
    )


def _eager_ns(found: list[breaks_pass.Found], compiles: list[CompileRecord], frames: FrameSummary) -> dict[int, int]:
    """Break position → time that its function ran eagerly because of it."""
    return {
        position: max(0, frames.python_ns(compiles[item.compile].code))
        for position, item in enumerate(found)
        if item.compile >= 0 and item.event.outcome == "frame_skipped"
    }


def _split(found: list[breaks_pass.Found], compiles: list[CompileRecord]) -> dict[int, tuple[int, int]]:
    """Break position → ops captured before it, and ops captured by the resume function after it."""
    sizes = {}
    for position, item in enumerate(found):
        if item.compile < 0 or item.event.outcome != "resumed":
            continue
        record = compiles[item.compile]
        before = sum(graph.op_count for graph in record.graphs)
        after = next(
            (
                sum(graph.op_count for graph in later.graphs)
                for later in compiles[item.compile + 1 :]
                if resumed_at(later.code.co_name)
                and later.code.co_filename == record.code.co_filename
                and plain_name(later.code.co_name) == plain_name(record.code.co_name)
            ),
            0,
        )
        sizes[position] = (before, after)
    return sizes


def _steps(
    compilations: tuple[Compilation, ...], all_graphs: tuple[Graph, ...], events: list[Break], left: tuple[Skip, ...]
) -> tuple[Step, ...]:
    """Graphs and breaks in the order in which the program first came to them."""
    steps = []
    for compilation in compilations:
        for index in compilation.graphs:
            steps.append((compilation.start_ns, 0, Step("graph", index, all_graphs[index].function)))
        if compilation.break_index >= 0:
            event = events[compilation.break_index]
            steps.append((compilation.start_ns, 1, Step("break", compilation.break_index, event.reason)))
    placed = {compilation.break_index for compilation in compilations}
    for index, event in enumerate(events):
        if index not in placed:
            steps.append((event.time_ns, 1, Step("break", index, event.reason)))
    return tuple(step for _, _, step in sorted(steps, key=lambda item: item[:2]))


def _runs(recorder: Recorder, origin: int) -> RunTable:
    threads: dict[int, int] = {}
    rows = sorted(
        (start - origin, graph.index, duration, threads.setdefault(thread, len(threads)))
        for graph in recorder.graphs
        for start, duration, thread in graph.runs
    )
    return RunTable(
        graph=tuple(row[1] for row in rows),
        start_ns=tuple(row[0] for row in rows),
        duration_ns=tuple(row[2] for row in rows),
        thread=tuple(row[3] for row in rows),
    )
