"""What happened on each line of the source: captured, inlined, broken, skipped, run eagerly."""

from __future__ import annotations

from types import CodeType

from .. import wording
from ..report import Break, Graph, Mark, Skip
from ..source.places import Places
from ..source.spans import Span, Spans
from ..time.frames import FrameSummary


class Marks:
    """Marks by stretch and line, each said once."""

    def __init__(self, spans: Spans, places: Places) -> None:
        self._spans = spans
        self._places = places
        self._found: dict[int, dict[tuple[int, str, int], Mark]] = {}

    def of(self, span: Span) -> tuple[Mark, ...]:
        """The marks of a stretch, by line, each line's in the order they were found."""
        return tuple(sorted(self._found.get(id(span), {}).values(), key=lambda mark: mark.line))

    def _add(self, span: Span, mark: Mark) -> None:
        self._found.setdefault(id(span), {}).setdefault((mark.line, mark.kind, mark.index), mark)

    def graphs(self, graphs: tuple[Graph, ...], homes: list[list[Span]]) -> None:
        """Lines that went into a graph; ``homes`` are the stretches of the function that each was captured from."""
        for graph, home in zip(graphs, homes, strict=True):
            for stack in sorted(call_stacks(graph)):
                for index in self._places.stacks[stack]:
                    place = self._places.locations[index]
                    for span in self._spans.holding(place):
                        if span in home:
                            self._add(span, Mark(place.line, "graph", graph.index, ""))
                        else:
                            text = wording.lines.inlined(graph.index, graph.function)
                            self._add(span, Mark(place.line, "inlined", graph.index, text))

    def unplaced(self, graphs: tuple[Graph, ...], homes: list[list[Span]], traced: list[tuple[CodeType, ...]]) -> None:
        """Graphs of code that torch keeps no lines of ("<string>"): where they begin, and what they took in."""
        unplaced = [
            span
            for span in self._spans
            if span.code is not None and not any(mark.kind in ("graph", "inlined") for mark in self.of(span))
        ]
        for graph, home, codes in zip(graphs, homes, traced, strict=True):
            read = {id(code) for code in codes}
            for span in unplaced:
                if span in home:
                    self._add(span, Mark(graph.location.line, "graph", graph.index, wording.lines.UNPLACED))
                elif id(span.code) in read:
                    text = wording.lines.inlined(graph.index, graph.function)
                    self._add(span, Mark(span.first, "inlined", graph.index, text))

    def breaks(self, breaks: list[Break]) -> None:
        """The innermost line where it happened, and the lines in callers that led there."""
        for index, event in enumerate(breaks):
            for place in dict.fromkeys([*event.stack, event.location]):
                here = place == event.location or place == event.user_location
                text = event.reason if here else f"in `{event.location.function}`"
                for span in self._spans.holding(place):
                    self._add(span, Mark(place.line, "break", index, text))

    def skips(self, skips: tuple[Skip, ...]) -> None:
        """All lines of functions that Dynamo left to Python; behind a break, those that come after it."""
        for index, skip in enumerate(skips):
            if skip.kind in ("rule", "empty"):
                continue
            for span in self._spans.holding(skip.location):
                if skip.resumed_at:
                    after = frozenset(line for line in span.numbers if line > skip.resumed_at)
                    self._fill(span, after, "skip", index, skip.text)
                elif span.first == skip.location.line:
                    self._fill(span, span.numbers, "skip", index, skip.text)

    def eager(self, frames: FrameSummary) -> None:
        """Functions that ran eagerly below a compiled one, and were never offered to Dynamo."""
        known = [code for code in frames.codes if frames.kind(code) in ("compiled", "skipped")]
        offered = {(code.co_filename, code.co_firstlineno) for code in known}
        for code in frames.eager_within_compiled():
            where = self._places.of_code(code)
            if code.co_name.startswith("<") or (where.file, where.line) in offered:
                continue
            last = max((line for _, _, line in code.co_lines() if line), default=where.line)
            numbers = frozenset(range(where.line, last + 1))
            for span in self._spans.holding(where):
                self._fill(span, span.numbers & numbers, "eager", -1, wording.lines.RAN_EAGERLY)

    def _fill(self, span: Span, numbers: frozenset[int], kind: str, index: int, text: str) -> None:
        for line in sorted(numbers):
            if span.code is not None or span.lines[line - span.first].strip():
                self._add(span, Mark(line, kind, index, text if line == min(numbers) else ""))  # type: ignore[arg-type]


def call_stacks(graph: Graph) -> dict[int, int]:
    """The stacks of a graph's ops, and how many ops have each."""
    is_call = [text.startswith("call_") for text in graph.nodes.strings]
    found: dict[int, int] = {}
    for stack, op in zip(graph.nodes.stack, graph.nodes.op, strict=True):
        if stack >= 0 and is_call[op]:
            found[stack] = found.get(stack, 0) + 1
    return found
