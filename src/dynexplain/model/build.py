"""Records → Report: a list of passes, each a plain function over what the taps wrote down."""

from __future__ import annotations

import datetime
from collections.abc import Callable, Iterator
from types import CodeType
from typing import Any, TypeVar

from msgspec.structs import replace

from ..tracer.recorder import Recorder
from . import compilations, decided, ending, notes, passes, skips, steps, subject, summary, wording
from .annotations import build as sources
from .annotations.times import LineTimes
from .breaks import build as breaks
from .breaks import costs
from .breaks.causes import causes as group_causes
from .exceptions import table as exceptions
from .exceptions.case import Case
from .graphs import build as graphs
from .graphs import versions
from .guards import build as guards
from .plain import encoded
from .privacy.secrets import without_secrets
from .recompiles import build as recompiles
from .report import SCHEMA_VERSION, Change, Environment, Report, RunTable, Source
from .run import RunContext
from .source.places import Places
from .time import later, runs
from .time import split as timesplit
from .time.frames import FrameSummary
from .verdict import Seen

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
    dynamos = {id(record.new_code) for record in compiles} | recorder.cached.keys()
    part("source", lambda: places.texts.know(_codes(recorder, context, frames), dynamos), None)

    # What Dynamo made, and where it stopped.
    found = breaks.find(compiles, recorder.skips, recorder.refusals, places)
    ended_by = {item.compile: position for position, item in enumerate(found) if item.compile >= 0}
    index_of = {id(record): index for index, record in enumerate(compiles)}
    graph_of = {id(graph): index for index, record in enumerate(compiles) for graph in record.graphs}
    all_graphs = tuple(
        graphs.build(graph, compiles[graph_of[id(graph)]], ended_by.get(graph_of[id(graph)], -1), places)
        for graph in recorder.graphs
    )
    events, causes = group_causes(found, costs.eager_ns(found, compiles, frames), costs.ops_around(found, compiles))
    left = part("skipped frames", lambda: skips.build(recorder.skips, found, list(compiles), frames, places), ())
    left += part("skipped frames", lambda: skips.given_up(recorder, frames, places), ())
    trees = part("guards", lambda: guards.trees(recorder, index_of, places), {})
    again = part("recompiles", lambda: recompiles.build(compiles, places, trees), {})
    all_graphs = versions.number(all_graphs, compiles, again)
    all_compilations = compilations.build(compiles, origin, ended_by, list(trees), list(again), frames, places)

    # The run as a whole: what was explained, how it ended, what that says of the causes, and where the time went.
    explained = subject.build(context, places)
    codes, frame_table = frames.tables()
    case = Case(context, recorder, tuple(compiles), places, tuple(events), tuple(again.values()), codes)
    events, causes, end = exceptions.of_causes(case, causes)
    outcome = ending.outcome(recorder, context, places, case, end)
    late = part("late compilation", lambda: later.build(recorder.later, all_compilations, origin), ())
    split = timesplit.build(recorder, compiles, frames)
    environment = wording.asked.environment(context.versions["torch"], context.backend, context.memory)
    seen = Seen(
        subject=explained,
        outcome=outcome,
        compilations=all_compilations,
        graphs=all_graphs,
        breaks=tuple(events),
        causes=tuple(causes),
        skips=left,
        recompiles=tuple(again.values()),
        codes=codes,
        stance=context.stance,
        entered=frames.entered if frames.complete else None,
        offered=bool(compiles or recorder.skips),
        made=subject.made(context, frames, len(recorder.calls)),
    )

    # What a reader looks at.
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
        subject=explained,
        outcome=outcome,
        calls=len(recorder.calls),
        duration_ns=sum(call.duration_ns for call in recorder.calls),
        summary=summary.build(seen, tuple(trees.values()), split, late, environment),
        sources=part("source", told, ()),
        compilations=all_compilations,
        graphs=all_graphs,
        links=part("links between graphs", lambda: graphs.links(recorder.links, recorder.graphs), ()),
        steps=part("order of steps", lambda: steps.build(all_compilations, all_graphs, events), ()),
        breaks=tuple(events),
        causes=tuple(causes),
        skips=left,
        guards=tuple(trees.values()),
        recompiles=tuple(replace(item, time_ns=item.time_ns - origin) for item in again.values()),
        codes=codes,
        frames=frame_table,
        python=frames.python(),
        runs=part("runs of graphs", lambda: runs.build(recorder.graphs, origin), RunTable((), (), (), ())),
        notes=notes.build(
            recorder, compiles, found, all_compilations, frames, places, raised=context.error is not None
        ),
        later=late,
        decided=part("what was decided", lambda: decided.build(compiles, trees, places), ()),
        changes=tuple(Change(change.kind, change.name) for change in context.changes),
        locations=tuple(places.locations),
        stacks=tuple(places.stacks),
    )

    writable, raw = encoded(report)
    return without_secrets(writable, context.secrets, raw)


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
