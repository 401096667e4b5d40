"""The recorder: one per session, where every tap writes what it hears."""

from __future__ import annotations

import copy
import functools
import threading
import time
from collections.abc import Iterable
from contextlib import AbstractContextManager
from types import CodeType
from typing import Any, Protocol

from ..hook import Shield
from .engine import dynamo_codes
from .frames import FrameWatch
from .links import Tensors
from .reading import raised
from .reading.earlier import GivenUp, given_up
from .reading.guard_tree import RawGuardTree, read_tree
from .records import (
    CallRecord,
    CompileRecord,
    GraphRecord,
    LaterRecord,
    LinkRecord,
    RecompileRecord,
    RefusalRecord,
    RememberedRecord,
    SkipRecord,
    Unseen,
)
from .signals import is_from_handler
from .state.global_state import GlobalState, current
from .state.history import History


class Audience(Protocol):
    """Somebody who follows a session while it runs. Called on the thread that compiles: be quick, and raise nothing."""

    def compiling(self) -> None:
        """A conversion begins."""

    def over(self) -> None:
        """The last call of the session has ended."""


class _Open(threading.local):
    """What is under way on one thread."""

    def __init__(self) -> None:
        self.compiles: list[CompileRecord] = []
        self.later: LaterRecord | None = None
        self.failed: CompileRecord | None = None
        self.refusal: RefusalRecord | None = None


class Recorder:
    """Collects the records of one session, which may span many calls and threads.

    Lists only ever grow, and appending is atomic, so that taps on different threads need no lock.
    """

    def __init__(self, *, keep_modules: bool = True, find_links: bool = True) -> None:
        self.compiles: list[CompileRecord] = []
        self.later: list[LaterRecord] = []
        self.skips: list[SkipRecord] = []
        self.refusals: list[RefusalRecord] = []
        self.forbidden: list[tuple[CodeType, RecompileRecord]] = []
        """Recompiles that ``fail_on_recompile`` did not let begin: of which code, and why it fitted no more."""
        self.graphs: list[GraphRecord] = []
        self.links: list[LinkRecord] = []
        self.calls: list[CallRecord] = []
        self.remembered: list[RememberedRecord] = []
        self.history = History()
        """Whose memory of sizes Dynamo works with while this recorder listens."""
        self.out_guards: list[Any] = []
        self.faults: dict[str, str] = {}
        self.missing: dict[str, str] = {}
        self.frames = FrameWatch()
        self.guard_trees: dict[int, RawGuardTree] = {}
        self.listening = 0
        self.audience: Audience | None = None
        self.keep_modules = keep_modules
        self.find_links = find_links
        self.touched: dict[int, CodeType] = {}
        """Code offered to Dynamo in this session, by identity: code objects compare by value."""
        self.entry_code: CodeType | None = None
        """The code whose conversion was the first that succeeded: that of the explained function, as a rule."""
        self.cached: dict[int, CodeType] = {}
        """Code that Dynamo had made before this session and that ran in it, by id → what it was made from."""
        self.asked_in: GlobalState | None = None
        """Torch's global state in which the explained function's frame last ran."""
        self._around: GlobalState | None = None
        self._inside: dict[GlobalState | None, GlobalState] = {}
        """The state in which its frame was converted, by that around the call: a decorator may be between."""
        self._failed_run: tuple[int, type, int] | None = None
        self._open = _Open()
        self._tensors: Tensors | None = None

    def shielded(self, signal: str) -> AbstractContextManager[None]:
        """Run our own reading of torch's objects so that a fault in it costs this signal and never the user's call."""
        shield: AbstractContextManager[None] = Shield(functools.partial(self._fault, signal))
        return shield

    def _fault(self, signal: str, error: Exception) -> bool:
        if is_from_handler(error):
            return False
        self.note_fault(signal, error)
        return True

    def note_fault(self, signal: str, error: Exception) -> None:
        """An error of ours, which costs a signal: the report tells it, and the user's program goes on."""
        self.faults.setdefault(signal, type(error).__name__)
        self.faults[signal] = f"{type(error).__name__}: {raised.message(error)}"

    def note_end_of_run(self, graph: int, error: BaseException | None) -> None:
        """A run of a graph is over. Of an exception nothing is kept: its traceback holds the user's tensors."""
        self._failed_run = (id(error), type(error), graph) if error is not None else None

    def raised_in(self, error: BaseException) -> int:
        """The index of the graph that raised an exception which is on its way, -1 for none."""
        known = self._failed_run
        return known[2] if known is not None and known[:2] == (id(error), type(error)) else -1

    @property
    def current(self) -> CompileRecord | None:
        """The conversion under way on this thread."""
        return self._open.compiles[-1] if self._open.compiles else None

    @property
    def later_here(self) -> LaterRecord | None:
        """Compilation that was put off, and is under way on this thread outside of a conversion."""
        return self._open.later

    def begin_later(self, record: LaterRecord) -> None:
        """Compilation that was put off begins on this thread."""
        self.later.append(record)
        self._open.later = record

    def end_later(self, record: LaterRecord) -> None:
        """It has ended."""
        record.duration_ns = time.perf_counter_ns() - record.start_ns
        self._open.later = None

    def note_state(self, *, around: bool) -> None:
        """A call begins (``around``), or the conversion of the explained function's own frame does."""
        with self.shielded("the state of torch around the call"):
            now = current()
            if around:
                self._around = now
                self.asked_in = self._inside.get(now, now)
            else:
                self.asked_in = self._inside[self._around] = now

    def touch(self, code: CodeType) -> None:
        """A code object is offered to Dynamo."""
        self.touched.setdefault(id(code), code)

    def forget_what_is_open(self) -> None:
        """A call begins on this thread, so nothing is under way: an interrupt may have left something behind."""
        self._open.compiles.clear()
        self._open.failed = self._open.refusal = self._open.later = None

    def forget_tensors(self) -> None:
        """A call is over. The links between its graphs are known; weak references to tensors are not kept.

        ``torch.utils.swap_tensors`` refuses tensors that have any.
        """
        self._tensors = None

    def begin_compile(self, record: CompileRecord) -> None:
        """A conversion starts on this thread; its frames are not watched until it ends."""
        self.compiles.append(record)
        self._open.compiles.append(record)
        self._open.failed = None
        if self.audience is not None:
            self.audience.compiling()

    def end_compile(self, record: CompileRecord, *, failed: bool) -> None:
        """The conversion ended, with an exception if ``failed``."""
        if record.duration_ns < 0:
            record.duration_ns = time.perf_counter_ns() - record.start_ns
        if record in self._open.compiles:
            del self._open.compiles[self._open.compiles.index(record) :]
        self._open.failed = record if failed else None

    def forget_graphs(self, record: CompileRecord, first: int) -> None:
        """The graphs of a conversion from ``first`` on are never used. They are the last: Dynamo converts by turns."""
        while len(record.graphs) > first and self.graphs and self.graphs[-1] is record.graphs[-1]:
            self.graphs.pop()
            record.graphs.pop()

    def refuse(self, refusal: RefusalRecord) -> None:
        """Dynamo refused a frame before tracing it."""
        current = self.current
        if current is not None and current.code is refusal.code:
            current.refusal = refusal
            return
        self.refusals.append(refusal)
        self._open.refusal = refusal

    def skip(self, code: CodeType, reason: str, unseen: tuple[Unseen, ...] = (), module: str = "") -> None:
        """Dynamo left a frame to CPython; ties it to the conversion or the refusal that led to it."""
        failed, refusal = self._open.failed, self._open.refusal
        self._open.failed = self._open.refusal = None
        self.skips.append(
            SkipRecord(
                code=code,
                reason=reason,
                time_ns=time.perf_counter_ns(),
                compile=failed if failed is not None and failed.code is code else None,
                refusal=refusal if refusal is not None and refusal.code is code else None,
                unseen=unseen,
                module=module,
            )
        )

    def tensors_in(self, graph: GraphRecord, args: tuple[Any, ...]) -> None:
        """The first run of a graph begins with these arguments."""
        if self._tensors is not None:
            with self.shielded("links between graphs"):
                self.links.extend(self._tensors.taken(graph, args))

    def tensors_out(self, graph: GraphRecord, result: Any) -> None:
        """The first run of a graph returned this."""
        if not self.find_links:
            return
        with self.shielded("links between graphs"):
            if self._tensors is None:
                self._tensors = Tensors()
            self._tensors.returned(graph, result)

    def given_up(self, codes: Iterable[CodeType]) -> dict[int, GivenUp]:
        """Of code that ran as it is while Dynamo was on: what had been given up before this session, by id."""
        with self.shielded("functions given up before"):
            return given_up(code for code in codes if id(code) not in self.touched)
        return {}

    def snapshot(self) -> Recorder:
        """A recorder with what this one has heard so far, which hears no more. The records are shared."""
        copied = copy.copy(self)
        copied.audience = None
        for name in (
            "compiles",
            "later",
            "skips",
            "refusals",
            "graphs",
            "links",
            "calls",
            "remembered",
            "forbidden",
            "out_guards",
        ):
            setattr(copied, name, list(getattr(self, name)))
        copied.frames = self.frames.snapshot()
        return copied

    def release(self) -> None:
        """Turn what is still tied to live objects into plain values.

        Guard trees hold what they compare with; they are read here, once, and let go.
        """
        with self.shielded("cached code"):
            made_here = {id(record.new_code) for record in self.compiles}
            for records, _, _ in self.frames.parts:
                for key, code in dynamo_codes(records.codes).items():
                    if key not in made_here:
                        self.cached.setdefault(key, code)
        for position, record in enumerate(self.compiles):
            if record.guard_root is not None:
                with self.shielded("guards"):
                    self.guard_trees[position] = read_tree(record.guard_root)
                record.guard_root = None
