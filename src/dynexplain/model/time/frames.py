"""The frame record → which code ran, how often, how long and as what; and the frames themselves for the timeline."""

from __future__ import annotations

import os
from collections import Counter
from collections.abc import Iterable, Iterator, Set
from pathlib import Path
from types import CodeType

from ...hook import Ended, FrameRecords
from ...tracer.reading.stacks import plain_name, resumed_at
from ...tracer.records import CompileRecord, GraphRecord, LaterRecord, SkipRecord
from ..report import Code, FrameTable, PythonTable
from ..source.places import Places, is_generated, is_users
from .clock import Clock, compiling, in_graphs
from .rows import ENTRY, OFF, ON, Kind, Row
from .stretches import machinery, stretches
from .threads import of_the_program

MOST_FRAMES = 20_000
"""Frames kept one by one in a report, the longest; all are in the totals."""
_REPORTED_END = {Ended.RETURNED: 0, Ended.RAISED: 1, Ended.YIELDED: 2, Ended.OPEN: 3}
_EVALUATION = "/torch/_dynamo/eval_frame.py"
_GRAPH_FILE = "<eval_with_key>"
_COMPILER_FOLDERS = ("/torch/_inductor/", "/torch/_functorch/")
_DYNAMO_FOLDERS = ("/torch/_dynamo/", "/torch/_guards.py", "/torch/_compile.py", "/torch/compiler/")


class FrameSummary:
    """Totals per code object, and the questions that other parts of the report ask of them."""

    def __init__(
        self,
        parts: list[tuple[FrameRecords, int, int]],
        compiles: list[CompileRecord],
        skips: list[SkipRecord],
        origin_ns: int,
        places: Places,
        *,
        callers: Set[int] = frozenset(),
        cached: dict[int, CodeType] | None = None,
        later: Iterable[LaterRecord] = (),
        graphs: Iterable[GraphRecord] = (),
    ) -> None:
        self._origin = origin_ns
        self._places = places
        # By identity: code objects compare by value, and those that Dynamo makes may hold constants without a hash.
        self._new_codes = {id(record.new_code): record for record in compiles if record.new_code is not None}
        self._cached = cached or {}
        self._skipped = {id(skip.code) for skip in skips}
        self._codes: dict[int, CodeType] = {}
        converted = self._new_codes.keys() | self._cached.keys()
        put_off = Clock((record.start_ns, record.duration_ns, record.thread) for record in later)
        self._rows = of_the_program(
            [row for part in parts for row in _rows(part, converted, put_off)],
            callers,
            lambda code: id(code) in converted or is_users(code.co_filename),
            lambda code: "/torch/" in code.co_filename,
            lambda code: any(folder in code.co_filename for folder in _COMPILER_FOLDERS),
        )
        self.entered = any(_switch(code) == ENTRY for records, _, _ in parts for code in records.codes)
        """Whether a compiled function was seen to be called."""
        self._gaps = sum(records.gaps for records, _, _ in parts)
        self.dropped = sum(records.dropped for records, _, _ in parts)
        self._runs: Counter[int] = Counter()
        self._total_ns: Counter[int] = Counter()
        self._self_ns: Counter[int] = Counter()
        self._raised: Counter[int] = Counter()
        for row in self._rows:
            key = id(row.code)
            self._codes[key] = row.code
            self._runs[key] += 1
            self._total_ns[key] += row.end - row.start
            self._self_ns[key] += row.own
            self._raised[key] += row.ended == Ended.RAISED
        kinds = {key: self.kind(code) for key, code in self._codes.items()}
        self.compiling = compiling(compiles, later)
        """When something was compiled."""
        self.in_graphs = in_graphs(graphs, self._rows, kinds, self.compiling)
        """When a graph ran, without what was compiled meanwhile."""
        self.busy = Clock([*self.compiling.stretches(), *self.in_graphs.stretches()])
        """Either of the two."""
        self.machinery = Clock(machinery(self._rows, self.kind), self.busy)
        """When Dynamo's own frames ran, without compiling and what graphs did."""

    @property
    def complete(self) -> bool:
        """Whether every frame of the session was recorded."""
        return bool(self._rows) and not self.dropped and not self._gaps

    @property
    def codes(self) -> list[CodeType]:
        """The code objects that ran, in order of their first start."""
        return list(self._codes.values())

    @property
    def rows(self) -> list[Row]:
        """The runs of frames, by start within each call."""
        return self._rows

    def runs(self, code: CodeType) -> int:
        """How often a code object ran."""
        return self._runs[id(code)]

    def total_ns(self, code: CodeType) -> int:
        """How long it ran in all, with what it called; -1 if it was never seen to run."""
        return self._total_ns.get(id(code), -1)

    def kind(self, code: CodeType) -> Kind:
        """What a code object ran as."""
        converted = self._new_codes.get(id(code))
        if converted is not None:
            return "resumed" if resumed_at(converted.code.co_name) else "compiled"
        if id(code) in self._cached:
            return "resumed" if resumed_at(self._cached[id(code)].co_name) else "compiled"
        if code.co_filename.startswith(_GRAPH_FILE) or is_generated(code.co_filename):
            return "graph"
        if _is_dynamo(code):
            return "dynamo"
        if id(code) in self._skipped:
            return "skipped" if self._places.of_code(code).user else "library"
        return "eager" if self._places.of_code(code).user else "library"

    def eager_within_compiled(self) -> list[CodeType]:
        """Code that ran eagerly below a function that Dynamo was asked to compile."""
        found: dict[int, CodeType] = {}
        until: dict[int, int] = {}
        for row in self._rows:
            kind = self.kind(row.code)
            if kind in ("compiled", "resumed", "skipped"):
                until[row.ident] = max(until.get(row.ident, 0), row.end)
            elif kind == "eager" and row.start < until.get(row.ident, 0):
                found[id(row.code)] = row.code
        return list(found.values())

    def python_ns(self, code: CodeType) -> int:
        """How long a code object ran as plain Python, with what it called: neither compiling nor in graphs.

        Returns:
            -1 if it was never seen to run.
        """
        total, until, known = 0, dict[int, int](), False
        for row in self._rows:
            # A call within a call of the same function is part of it.
            if row.code is code and row.start >= until.get(row.ident, -1):
                known, until[row.ident] = True, row.end
                busy = sum(clock.between(row.start, row.end, row.ident) for clock in (self.compiling, self.in_graphs))
                total += max(0, row.end - row.start - busy)
        return total if known else -1

    def until_resumed(self, record: CompileRecord) -> Iterator[tuple[Row, int]]:
        """The runs of converted code that ends in a break, and when each went on in the function made of its rest.

        That is a frame below the run's own. Where there is none, the rest ran in the run's own frame, until its end.
        """
        name, file = plain_name(record.code.co_qualname), record.code.co_filename
        rest = {
            key
            for key, code in self._codes.items()
            if resumed_at(code.co_name) and plain_name(code.co_qualname) == name and code.co_filename == file
        }
        own = [row for row in self._rows if row.code is record.new_code]
        found: dict[int, tuple[int, int]] = {}
        for row in self._rows if own and rest else ():
            if id(row.code) not in rest:
                continue
            around = [one for one in own if one.ident == row.ident and one.start < row.start and row.end <= one.end]
            if around:
                # The innermost run around it; of several functions below that, the nearest, then the first.
                holder = id(around[-1])
                found[holder] = min(found.get(holder, (row.depth, row.start)), (row.depth, row.start))
        for row in own:
            yield row, found[id(row)][1] if id(row) in found else row.end

    def not_offered(self) -> dict[int, tuple[CodeType, bool]]:
        """The user's code that ran as it is while Dynamo was on, by id, and whether it was given to Dynamo itself."""
        found: dict[int, tuple[CodeType, bool]] = {}
        for row in self._rows:
            if row.dynamo != OFF and self.kind(row.code) == "eager":
                _, is_entry = found.get(id(row.code), (row.code, False))
                found[id(row.code)] = (row.code, is_entry or row.dynamo == ENTRY)
        return found

    def _name(self, code: CodeType) -> str:
        """What a person calls it: a decorator's wrapper by what it wraps, the code of a cell or file by where it is."""
        if code.co_name == "<module>":
            return self._places.label(code.co_filename)
        record = self._new_codes.get(id(code))
        name = record.wraps if record is not None and record.wraps else self._places.of_code(code).function
        return name.rpartition(".<locals>.")[2] or code.co_name

    def python(self) -> PythonTable:
        """When Python ran outside graphs and compilations."""
        index = {key: position for position, key in enumerate(self._codes)}
        found = stretches(self._rows, self.kind, lambda code: is_users(code.co_filename), self.busy)
        return PythonTable(
            code=tuple(index[id(stretch.code)] for stretch in found),
            start_ns=tuple(max(0, stretch.start - self._origin) for stretch in found),
            duration_ns=tuple(stretch.end - stretch.start for stretch in found),
            thread=tuple(stretch.thread for stretch in found),
        )

    def tables(self) -> tuple[tuple[Code, ...], FrameTable]:
        """All code objects with their totals, and the longest frames by start."""
        index = {key: position for position, key in enumerate(self._codes)}
        listed = tuple(
            Code(
                name=self._name(code),
                location=self._places.of_code(code),
                kind=self.kind(code),
                calls=self._runs[key],
                total_ns=self._total_ns[key],
                self_ns=self._self_ns[key],
                raised=self._raised[key],
            )
            for key, code in self._codes.items()
        )
        kept = self._rows
        if len(kept) > MOST_FRAMES:
            longest = sorted(range(len(kept)), key=lambda i: kept[i].start - kept[i].end)[:MOST_FRAMES]
            kept = [kept[position] for position in sorted(longest)]
        table = FrameTable(
            code=tuple(index[id(row.code)] for row in kept),
            start_ns=tuple(max(0, row.start - self._origin) for row in kept),
            duration_ns=tuple(row.end - row.start for row in kept),
            depth=tuple(row.depth for row in kept),
            thread=tuple(row.thread for row in kept),
            ended=tuple(_REPORTED_END[Ended(row.ended)] for row in kept),
            omitted=len(self._rows) - len(kept),
            dropped=self.dropped,
        )
        return listed, table


def _rows(part: tuple[FrameRecords, int, int], converted: Set[int], put_off: Clock) -> list[Row]:
    """The rows of one call with the time each spent itself.

    Left out are dynexplain's own frames, and what Dynamo's machinery calls in torch and the standard library: that is
    counted as time of the machinery. Code that Dynamo made (``converted``, by id) stays, whosever function it was. A
    backend that compiles late (``put_off``) is no part of the program, either.
    """
    records, first, last = part
    ours = [code.co_filename.startswith(_OURS) for code in records.codes]
    machinery = [_is_dynamo(code) for code in records.codes]
    plumbing = [
        id(code) not in converted and (machinery[index] or _is_plumbing(code))
        for index, code in enumerate(records.codes)
    ]
    rows: list[Row] = []
    switches = [_switch(code) for code in records.codes]
    open_rows: dict[int, list[tuple[int, Row | None, bool, int]]] = {}
    for code, start, end, depth, thread, ended in zip(
        records.code.tolist(),
        records.start_ns.tolist(),
        records.end_ns.tolist(),
        records.depth.tolist(),
        records.thread.tolist(),
        records.ended.tolist(),
        strict=True,
    ):
        if start < first or start > last:
            continue
        stack = open_rows.setdefault(thread, [])
        while stack and stack[-1][0] >= depth:
            stack.pop()
        _, caller, below_machinery, dynamo = stack[-1] if stack else (0, None, False, OFF)
        inside = dynamo if switches[code] is None else switches[code]
        late = put_off.covers(start, records.threads[thread])
        if late or ours[code] or (below_machinery and plumbing[code]):
            stack.append((depth, caller, True, inside))
            continue
        thread_id = records.threads[thread]
        row = Row(records.codes[code], start, end, depth, thread, thread_id, ended, end - start, dynamo)
        rows.append(row)
        if caller is not None:
            caller.own -= end - start
        stack.append((depth, row, machinery[code], ON if inside == ENTRY and not machinery[code] else inside))
    return rows


def _switch(code: CodeType) -> int | None:
    """Whether what a frame calls is offered to Dynamo, None if the frame changes nothing about it."""
    if code.co_filename.startswith(_GRAPH_FILE):
        return OFF
    if code.co_filename.endswith(_EVALUATION):
        return {"compile_wrapper": ENTRY, "_fn": OFF}.get(code.co_name)
    return None


_OURS = str(Path(__file__).resolve().parents[2]) + os.sep


def _is_dynamo(code: CodeType) -> bool:
    return any(folder in code.co_filename for folder in _DYNAMO_FOLDERS)


def _is_plumbing(code: CodeType) -> bool:
    """Code of torch (its modules and optimizers aside) or of the standard library."""
    file = code.co_filename
    if file.startswith("<"):
        return file.startswith(("<frozen", "<string>"))
    if "/torch/" in file:
        return "/torch/nn/" not in file and "/torch/optim/" not in file
    return not is_users(file) and "site-packages" not in file
