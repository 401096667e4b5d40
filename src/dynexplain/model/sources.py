"""The functions that took part, with what happened on each line."""

from __future__ import annotations

import inspect
import linecache
from collections.abc import Callable, Iterable
from pathlib import Path
from types import CodeType

from ..tracer.stacks import resumed_at
from .functions import around
from .places import Places
from .report import Break, Graph, Location, Mark, Skip, Source

_Spans = dict[tuple[str, int], tuple[str, tuple[str, ...]]]
"""(file, first line) → (name, lines)."""


def build(
    codes: Iterable[CodeType],
    subject: CodeType | None,
    graphs: tuple[Graph, ...],
    breaks: list[Break],
    skips: tuple[Skip, ...],
    places: Places,
) -> tuple[Source, ...]:
    """One source per function of the user that was offered to Dynamo, ran, or was inlined into a graph.

    Where a library's model is explained, that library's functions are shown as well.
    """
    shown = _shown(subject, places)
    spans: _Spans = {}
    for code in codes:
        if not resumed_at(code.co_name) and shown(places.of_code(code)):
            _add_code(code, spans)
    for location in _lines(graphs, breaks, places):
        if shown(location):
            _add_around(location, spans)
    marks = _Marks(places)
    marks.graphs(graphs)
    marks.breaks(breaks, shown)
    marks.skips(skips, spans)
    return tuple(
        Source(
            file=file,
            label=places.label(file),
            function=name.rpartition(".<locals>.")[2],
            first_line=first,
            lines=lines,
            marks=marks.between(file, first, first + len(lines)),
            user=places.location_of(file, first).user,
        )
        for (file, first), (name, lines) in spans.items()
    )


def _shown(subject: CodeType | None, places: Places) -> Callable[[Location], bool]:
    folder = ""
    if subject is not None and not places.of_code(subject).user and not subject.co_filename.startswith("<"):
        folder = str(Path(subject.co_filename).parent)
    return lambda location: location.user or bool(folder and location.file.startswith(folder))


def _lines(graphs: tuple[Graph, ...], breaks: list[Break], places: Places) -> Iterable[Location]:
    for graph in graphs:
        for stack in dict.fromkeys(graph.nodes.stack):
            if stack >= 0:
                yield from (places.locations[index] for index in places.stacks[stack])
    for event in breaks:
        yield from event.stack


def _add_code(code: CodeType, spans: _Spans) -> None:
    file, first = code.co_filename, code.co_firstlineno
    if any(_holds(span, file, first) for span in spans.items()):
        return
    lines = linecache.getlines(file)
    if not 0 < first <= len(lines):
        # Made by exec, or the file is gone: there is nothing to show.
        return
    try:
        block = inspect.getblock(lines[first - 1 :])
    except (SyntaxError, IndentationError):
        return
    _add(file, first, code.co_qualname, tuple(line.rstrip("\n") for line in block), spans)


def _add_around(location: Location, spans: _Spans) -> None:
    if any(_holds(span, location.file, location.line) for span in spans.items()):
        return
    function = around(location.file, location.line)
    if function is not None:
        lines = linecache.getlines(location.file)[function.first - 1 : function.last]
        _add(location.file, function.first, function.name, tuple(line.rstrip("\n") for line in lines), spans)


def _add(file: str, first: int, name: str, lines: tuple[str, ...], spans: _Spans) -> None:
    """Add a function; those that lie within it are shown as part of it."""
    for other_file, other in list(spans):
        if other_file == file and first <= other < first + len(lines):
            del spans[other_file, other]
    spans[file, first] = (name, lines)


def _holds(span: tuple[tuple[str, int], tuple[str, tuple[str, ...]]], file: str, line: int) -> bool:
    (span_file, first), (_, lines) = span
    return span_file == file and first <= line < first + len(lines)


class _Marks:
    """Marks by file and line, each said once."""

    def __init__(self, places: Places) -> None:
        self._places = places
        self._found: dict[tuple[str, int], dict[tuple[str, int], Mark]] = {}

    def _add(self, file: str, mark: Mark) -> None:
        self._found.setdefault((file, mark.line), {}).setdefault((mark.kind, mark.index), mark)

    def graphs(self, graphs: tuple[Graph, ...]) -> None:
        for graph in graphs:
            is_call = [text.startswith("call_") for text in graph.nodes.strings]
            seen = {
                stack for stack, op in zip(graph.nodes.stack, graph.nodes.op, strict=True) if stack >= 0 and is_call[op]
            }
            for stack in sorted(seen):
                for index in self._places.stacks[stack]:
                    place = self._places.locations[index]
                    self._add(place.file, Mark(place.line, "graph", graph.index, ""))

    def breaks(self, breaks: list[Break], shown: Callable[[Location], bool]) -> None:
        for index, event in enumerate(breaks):
            # The innermost line where it happened, and the lines in callers that led there.
            for place in dict.fromkeys([*event.stack, event.location]):
                if shown(place):
                    here = place == event.location or place == event.user_location
                    text = event.reason if here else f"in `{event.location.function}`"
                    self._add(place.file, Mark(place.line, "break", index, text))

    def skips(self, skips: tuple[Skip, ...], spans: _Spans) -> None:
        for index, skip in enumerate(skips):
            span = spans.get((skip.location.file, skip.location.line))
            if span is None or skip.kind in ("rule", "empty"):
                continue
            for offset, text in enumerate(span[1]):
                if text.strip():
                    line = skip.location.line + offset
                    self._add(skip.location.file, Mark(line, "skip", index, "" if offset else skip.text))

    def between(self, file: str, first: int, last: int) -> tuple[Mark, ...]:
        return tuple(mark for line in range(first, last) for mark in self._found.get((file, line), {}).values())
