"""The user's functions that took part, with what happened on each line."""

from __future__ import annotations

import inspect
import linecache
from collections.abc import Iterable
from types import CodeType

from ..tracer.stacks import resumed_at
from .places import Places
from .report import Break, Compilation, Graph, Mark, Skip, Source


def build(
    codes: Iterable[CodeType],
    graphs: tuple[Graph, ...],
    breaks: list[Break],
    skips: tuple[Skip, ...],
    compilations: tuple[Compilation, ...],
    places: Places,
) -> tuple[Source, ...]:
    """One source per function of the user, in order of first appearance; nested functions belong to the outer one."""
    spans: dict[tuple[str, int], tuple[str, tuple[str, ...]]] = {}
    for code in codes:
        if places.of_code(code).user and not resumed_at(code.co_name):
            block = _block(code)
            if block:
                spans.setdefault((code.co_filename, code.co_firstlineno), (code.co_qualname, block))
    for (file, first), (_, lines) in list(spans.items()):
        inside = any(
            other_file == file and other < first and first + len(lines) <= other + len(others)
            for (other_file, other), (_, others) in spans.items()
        )
        if inside:
            del spans[file, first]
    marks = _Marks(places)
    marks.graphs(graphs)
    marks.breaks(breaks)
    marks.skips(skips, spans)
    return tuple(
        Source(
            file=file,
            label=places.label(file),
            function=name.rpartition(".<locals>.")[2],
            first_line=first,
            lines=lines,
            marks=marks.between(file, first, first + len(lines)),
            user=True,
        )
        for (file, first), (name, lines) in spans.items()
    )


def _block(code: CodeType) -> tuple[str, ...]:
    """The lines of a function; empty where there is no source (``exec``, a deleted file)."""
    lines = linecache.getlines(code.co_filename)
    if not 0 < code.co_firstlineno <= len(lines):
        return ()
    block = inspect.getblock(lines[code.co_firstlineno - 1 :])
    return tuple(line.rstrip("\n") for line in block)


class _Marks:
    """Marks by file and line, each said once."""

    def __init__(self, places: Places) -> None:
        self._places = places
        self._found: dict[tuple[str, int], dict[tuple[str, int], Mark]] = {}

    def _add(self, file: str, mark: Mark) -> None:
        self._found.setdefault((file, mark.line), {}).setdefault((mark.kind, mark.index), mark)

    def graphs(self, graphs: tuple[Graph, ...]) -> None:
        for graph in graphs:
            for stack, op in zip(graph.nodes.stack, graph.nodes.op, strict=True):
                if stack < 0 or not graph.nodes.strings[op].startswith("call_"):
                    continue
                for index in self._places.stacks[stack]:
                    place = self._places.locations[index]
                    self._add(place.file, Mark(place.line, "graph", graph.index, ""))

    def breaks(self, breaks: list[Break]) -> None:
        for index, event in enumerate(breaks):
            # The innermost line where it happened, and the lines in callers that led there.
            for place in dict.fromkeys([*event.stack, event.location]):
                if place.user:
                    text = (
                        event.reason
                        if place == (event.user_location or event.location)
                        else f"in `{event.location.function}`"
                    )
                    self._add(place.file, Mark(place.line, "break", index, text))

    def skips(self, skips: tuple[Skip, ...], spans: dict[tuple[str, int], tuple[str, tuple[str, ...]]]) -> None:
        for index, skip in enumerate(skips):
            span = spans.get((skip.location.file, skip.location.line))
            if span is None or skip.kind in ("rule", "empty"):
                continue
            for offset, text in enumerate(span[1]):
                if text.strip():
                    self._add(
                        skip.location.file,
                        Mark(skip.location.line + offset, "skip", index, skip.text if not offset else ""),
                    )

    def between(self, file: str, first: int, last: int) -> tuple[Mark, ...]:
        return tuple(mark for line in range(first, last) for mark in self._found.get((file, line), {}).values())
