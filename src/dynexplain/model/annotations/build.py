"""The functions that took part: their lines with colours, what happened on each, and what was measured there."""

from __future__ import annotations

from collections.abc import Iterable
from types import CodeType

from ...tracer.records import CompileRecord, SkipRecord
from ..report import Break, Graph, GuardTree, LineGuards, Location, Skip, Source
from ..source import bytecode
from ..source.places import Places
from ..source.spans import Spans, users
from ..time.frames import FrameSummary
from .colours import PLAIN, colours
from .marks import Marks, call_stacks
from .times import LineTimes


def build(
    compiles: list[CompileRecord],
    skipped: list[SkipRecord],
    subject: CodeType | None,
    graphs: tuple[Graph, ...],
    breaks: list[Break],
    skips: tuple[Skip, ...],
    guards: tuple[GuardTree, ...],
    frames: FrameSummary,
    times: LineTimes,
    places: Places,
) -> tuple[Source, ...]:
    """One source per function of the user that was offered to Dynamo, ran, or was inlined into a graph.

    Where a library's model is explained, that library's functions are shown as well.
    """
    spans = Spans(subject, places)
    offered = [record.code for record in compiles] + [skip.code for skip in skipped]
    spans.add_ran([*offered, *frames.codes])
    spans.add_lines(_lines(graphs, breaks, places))
    made = {graph.index: graph for record in compiles for graph in record.graphs}
    traced = [made[graph.index].traced for graph in graphs]
    ran = [code for code in frames.codes if frames.kind(code) == "eager"]
    spans.add_textless([*offered, *(code for codes in traced for code in codes), *ran])
    homes = [spans.holding(home) for home in _homes(graphs, compiles, places)]
    marks = Marks(spans, places)
    marks.graphs(graphs, homes)
    marks.unplaced(graphs, homes, traced)
    marks.breaks(breaks)
    marks.skips(skips)
    marks.eager(frames)
    measured = times.build(spans, graphs, homes, breaks, frames)
    asked = _guards(spans, guards)
    converted = {id(record.code) for record in compiles}
    return tuple(
        Source(
            file=span.file,
            label=places.label(span.file),
            function=span.name.rpartition(".<locals>.")[2],
            first_line=span.first,
            lines=span.lines,
            colours=colours(span.lines) if span.lines else PLAIN,
            bytecode=bytecode.lines(span.code) if span.code is not None else (),
            marks=found,
            guards=asked.get(id(span), LineGuards((), (), (), ())),
            times=tuple(measured.get(id(span), ())),
            user=users(span),
        )
        for span in spans
        # Of code that has no file, only what Dynamo had to do with: Python itself makes much of it.
        if (found := marks.of(span)) or span.lines or id(span.code) in converted or not span.file.startswith("<")
    )


def _lines(graphs: tuple[Graph, ...], breaks: list[Break], places: Places) -> Iterable[Location]:
    for graph in graphs:
        for stack in call_stacks(graph):
            yield from (places.locations[index] for index in places.stacks[stack])
    for event in breaks:
        yield from event.stack


def _homes(graphs: tuple[Graph, ...], compiles: list[CompileRecord], places: Places) -> Iterable[Location]:
    """Where the function is that a person would say each graph was captured from."""
    wrapped = {graph.index: record.wrapped for record in compiles for graph in record.graphs}
    for graph in graphs:
        inner = wrapped.get(graph.index)
        yield places.of_code(inner) if inner is not None else graph.location


def _guards(spans: Spans, trees: tuple[GuardTree, ...]) -> dict[int, LineGuards]:
    """Stretch → how many guards each of its lines asked for, and the first of them."""
    found: dict[int, dict[int, tuple[int, int, int]]] = {}
    for number, tree in enumerate(trees):
        for position, guard in enumerate(tree.guards):
            origin = guard.origin
            if origin is None:
                continue
            for span in spans.holding(origin):
                lines = found.setdefault(id(span), {})
                count, first_tree, first = lines.get(origin.line, (0, number, position))
                lines[origin.line] = (count + 1, first_tree, first)
    return {key: _columns(lines) for key, lines in found.items()}


def _columns(lines: dict[int, tuple[int, int, int]]) -> LineGuards:
    rows = sorted(lines.items())
    return LineGuards(
        line=tuple(line for line, _ in rows),
        count=tuple(count for _, (count, _, _) in rows),
        tree=tuple(tree for _, (_, tree, _) in rows),
        guard=tuple(guard for _, (_, _, guard) in rows),
    )
