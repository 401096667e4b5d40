"""What was measured about the lines of the source: calls of functions, runs of graphs, and what lies between those.

Only what has a clock around it is told. A graph runs as a whole, so its time is that of the lines it was captured
from, together.
"""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Iterable
from dataclasses import dataclass
from itertools import pairwise

from ...tracer.reading.stacks import plain_name
from ...tracer.records import CallRecord, CompileRecord, GraphRecord
from .. import wording
from ..report import Break, Graph, LineTime, Location
from ..source.places import Places
from ..source.spans import Span, Spans
from ..time.clock import Clock
from ..time.frames import FrameSummary
from .captured import captured

_USERS = ("compiled", "eager", "skipped", "library")
"""Kinds of code that are a function as the user called it; resume functions are within one."""
_NEVER = 1 << 62


class LineTimes:
    """The clocks of a session, which tell what is known about lines."""

    def __init__(
        self,
        compiles: list[CompileRecord],
        graphs: list[GraphRecord],
        calls: list[CallRecord],
        frames: FrameSummary,
        places: Places,
    ) -> None:
        self.places = places
        self.compiles = {record.id: record for record in compiles}
        self.compiling, self.in_graphs = frames.compiling, frames.in_graphs
        self.runs = sorted(
            (start, duration, thread, graph.index) for graph in graphs for start, duration, thread in graph.runs
        )
        self.calls = calls

    def build(
        self,
        spans: Spans,
        graphs: tuple[Graph, ...],
        homes: list[list[Span]],
        breaks: list[Break],
        frames: FrameSummary,
    ) -> dict[int, list[LineTime]]:
        """Stretch → what was measured, by line; the id of a stretch stands for it."""
        lines = _Lines(self, spans, graphs, homes, breaks, frames)
        found: dict[int, list[LineTime]] = {}
        for told in (lines.called(), captured(spans, graphs, homes, self.places), lines.outside()):
            for span, time in told:
                found.setdefault(id(span), []).append(time)
        for times in found.values():
            times.sort(key=lambda time: time.line)
        return found


@dataclass(frozen=True, slots=True)
class _Lines:
    """The lines of a report, and the clocks that are read for them."""

    clocks: LineTimes
    spans: Spans
    graphs: tuple[Graph, ...]
    homes: list[list[Span]]
    """The stretches that each graph was captured from."""
    breaks: list[Break]
    frames: FrameSummary

    def called(self) -> Iterable[tuple[Span, LineTime]]:
        """How often the functions of each stretch ran, and how long."""
        clocks, frames = self.clocks, self.frames
        totals: dict[tuple[int, int, str], tuple[Span, list[int], bool]] = {}
        until: dict[tuple[tuple[int, int, str], int], int] = {}
        for row in frames.rows:
            kind, is_cell = frames.kind(row.code), row.code.co_name == "<module>"
            if kind not in _USERS or (row.code.co_name.startswith("<") and not is_cell):
                continue
            for span in self.spans.holding(clocks.places.of_code(row.code)):
                line = span.first if is_cell else row.code.co_firstlineno
                key = (id(span), line, plain_name(row.code.co_qualname))
                _, sums, eager = totals.setdefault(key, (span, [0, 0, 0], True))
                totals[key] = (span, sums, eager and kind in ("eager", "skipped"))
                # IPython runs a cell statement by statement.
                sums[0] += not is_cell
                # A call within a call of the same function is part of it.
                if row.start >= until.get((key, row.ident), -1):
                    until[key, row.ident] = row.end
                    sums[1] += row.end - row.start - clocks.compiling.between(row.start, row.end, row.ident)
                    sums[2] += clocks.in_graphs.between(row.start, row.end, row.ident)
        for (_, line, name), (span, (calls, ns, in_graphs), eager) in totals.items():
            told = name.rpartition(".<locals>.")[2] if calls else span.name
            text = wording.lines.called(told, calls, max(0, ns), in_graphs, eager=eager)
            yield span, LineTime("calls", line, line, (), 0, calls, max(0, ns), text)

    def outside(self) -> Iterable[tuple[Span, LineTime]]:
        """What runs at each break, at its line."""
        home_of = {graph.ended_by: home for graph, home in zip(self.graphs, self.homes, strict=True)}
        seen = bool(self.frames.rows)
        stretches = self._at_breaks() if seen else self._after_graphs()
        lines: dict[tuple[int, int], tuple[Span, list[int]]] = {}
        for broken in stretches:
            event = self.breaks[broken]
            home = home_of.get(broken)
            if home is None:
                record = self.clocks.compiles[event.compile_id]
                home = self.spans.holding(self.clocks.places.of_compile(record))
            for span, place in _where(event, self.spans, home):
                lines.setdefault((id(span), place.line), (span, []))[1].append(broken)
        for (_, line), (span, ended) in lines.items():
            # One break may lie within what runs at another.
            told = Clock(stretch for broken in ended for stretch in stretches[broken])
            times, ns = len(list(told.stretches())), told.total() - self.clocks.compiling.within(told)
            numbers = [self.breaks[broken].number for broken in ended]
            text = wording.lines.outside(numbers, times, ns, self.clocks.in_graphs.within(told), seen=seen)
            yield span, LineTime("outside", line, line, (), 0, times, ns, text)

    def _at_breaks(self) -> dict[int, list[tuple[int, int, int]]]:
        """Break → each stretch from where the captured part ended to where the function went on."""
        clocks, found = self.clocks, dict[int, list[tuple[int, int, int]]]()
        runs: dict[int, list[tuple[int, int, int]]] = {}
        for start, duration, thread, graph in clocks.runs:
            runs.setdefault(graph, []).append((start, start + duration, thread))
        for broken, event in enumerate(self.breaks):
            record = clocks.compiles.get(event.compile_id)
            if record is None or record.new_code is None or event.outcome not in ("resumed", "rest_eager"):
                continue
            own = sorted(run for graph in record.graphs for run in runs.get(graph.index, ()))
            for row, stop in self.frames.until_resumed(record):
                ends = [end for start, end, thread in own if thread == row.ident and row.start <= start and end <= stop]
                begin = ends[-1] if ends else row.start
                found.setdefault(broken, []).append((begin, stop - begin, row.ident))
        return found

    def _after_graphs(self) -> dict[int, list[tuple[int, int, int]]]:
        """Without frames: break → each stretch from the end of a graph that it ended to what came next."""
        clocks = self.clocks
        by_thread: dict[int, list[tuple[int, int, int]]] = {}
        for start, duration, thread, graph in clocks.runs:
            by_thread.setdefault(thread, []).append((start, start + duration, graph))
        outermost = _Outermost(self.frames, clocks.calls)
        found: dict[int, list[tuple[int, int, int]]] = {}
        for thread, runs in by_thread.items():
            for (start, end, graph), (next_start, _, _) in pairwise([*runs, (_NEVER, _NEVER, -1)]):
                broken = self.graphs[graph].ended_by
                stop = min(next_start, outermost.end(start, thread))
                if broken >= 0 and end <= stop < _NEVER:
                    found.setdefault(broken, []).append((end, stop - end, thread))
        return found


def _where(event: Break, spans: Spans, home: list[Span]) -> list[tuple[Span, Location]]:
    """The line at which the function went on without the graph: a break may lie in what that line calls."""
    inside = [(span, place) for place in event.stack for span in home if span.holds(place)]
    if inside:
        return inside[-1:]
    place = event.user_location or event.location
    return [(span, place) for span in spans.holding(place)]


class _Outermost:
    """When the outermost compiled function around a moment returned; without frames, the call that was explained."""

    def __init__(self, frames: FrameSummary, calls: list[CallRecord]) -> None:
        rows = [(row.start, row.end, row.ident) for row in frames.rows if frames.kind(row.code) == "compiled"]
        self._ends: dict[int, list[tuple[int, int]]] = {}
        for start, end, thread in sorted(rows or [(c.start_ns, c.start_ns + c.duration_ns, c.thread) for c in calls]):
            known = self._ends.setdefault(thread, [])
            if not known or start >= known[-1][1]:
                known.append((start, end))

    def end(self, moment: int, thread: int) -> int:
        """The end around a moment, ``_NEVER`` if nothing is known to be around it."""
        known = self._ends.get(thread, [])
        at = bisect_right(known, (moment, _NEVER)) - 1
        return known[at][1] if at >= 0 and known[at][1] >= moment else _NEVER
