"""Which lines of the source each graph was captured from, with its ops and its time as a whole."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

from .. import wording
from ..report import Graph, LineTime
from ..source.places import Places
from ..source.spans import Span, Spans
from .marks import call_stacks


@dataclass(frozen=True, slots=True, order=True)
class _Part:
    """Lines of one stretch that went into one graph."""

    first: int
    last: int
    graph: int
    ops: int


def captured(
    spans: Spans, graphs: tuple[Graph, ...], homes: list[list[Span]], places: Places
) -> Iterable[tuple[Span, LineTime]]:
    """Lines and their graphs; graphs whose lines overlap are told together."""
    holding = [spans.holding(location) for location in places.locations]
    parts: dict[tuple[int, bool], tuple[Span, list[_Part]]] = {}
    for graph, home in zip(graphs, homes, strict=True):
        lines: dict[int, tuple[Span, set[int], int]] = {}
        for stack, ops in call_stacks(graph).items():
            seen: set[int] = set()
            for index in places.stacks[stack]:
                for span in holding[index]:
                    # The outermost line within a function is what the person wrote there.
                    if id(span) not in seen:
                        seen.add(id(span))
                        _, numbers, count = lines.get(id(span), (span, set(), 0))
                        lines[id(span)] = (span, numbers | {places.locations[index].line}, count + ops)
        for span in home:
            if span.code is not None and id(span) not in lines:
                yield span, _whole([_Part(graph.location.line, 0, graph.index, graph.op_count)], graphs)
        for span, numbers, count in lines.values():
            own = span in home
            part = _Part(min(numbers), max(numbers), graph.index, graph.op_count if own else count)
            parts.setdefault((id(span), own), (span, []))[1].append(part)
    for (_, own), (span, found) in parts.items():
        for together in _overlapping(found):
            yield span, _whole(together, graphs) if own else _inlined(together)


def _overlapping(parts: list[_Part]) -> list[list[_Part]]:
    groups: list[list[_Part]] = []
    last = -1
    for part in sorted(parts):
        if groups and part.first <= last:
            groups[-1].append(part)
        else:
            groups.append([part])
        last = max(last, part.last)
    return groups


def _whole(parts: list[_Part], graphs: tuple[Graph, ...]) -> LineTime:
    indices = sorted(part.graph for part in parts)
    first, last, ops = parts[0].first, max(part.last for part in parts), sum(part.ops for part in parts)
    runs, ns = sum(graphs[index].runs for index in indices), sum(graphs[index].run_ns for index in indices)
    text = wording.lines.captured(indices, ops, runs, ns, placed=last > 0)
    return LineTime("graphs", first, last, tuple(indices), ops, runs, ns, text)


def _inlined(parts: list[_Part]) -> LineTime:
    indices = sorted(part.graph for part in parts)
    first, last, ops = parts[0].first, max(part.last for part in parts), sum(part.ops for part in parts)
    return LineTime("graphs", first, last, tuple(indices), ops, 0, -1, wording.lines.went_into(indices, ops))
