"""What the taps write down: plain values, in the order things happened, with no opinion about them.

Times are ``time.perf_counter_ns()``. Everything here can be kept after the run without keeping the user's objects,
except ``GraphRecord.module`` and ``CompileRecord.guard_root``; the recorder lets go of the latter
(``Recorder.release``).
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field
from types import CodeType
from typing import Any, NamedTuple


class Place(NamedTuple):
    """A line of source as torch names it; columns in UTF-8 bytes of the whole line, as Python's, -1 if unknown."""

    file: str
    line: int
    function: str
    column: int = -1
    end_column: int = -1
    end_line: int = 0


MOST_RUNS = 20_000
"""Runs of a graph that are kept one by one; all are counted."""

Stack = tuple[Place, ...]
"""Outermost first."""


@dataclass(slots=True, eq=False)
class BreakRecord:
    """One call of ``log_graph_break``, or an exception that stopped the conversion without being logged."""

    kind: str
    """``gb_type`` of the exception, or its class name."""
    message: str
    logged_as: str
    """The ``reason`` given to ``log_graph_break``: its beginning tells the outcome."""
    stack: Stack
    """From the frame that is being converted inwards."""
    above: Stack
    """From the program's entry to the call that led to that frame."""
    time_ns: int


@dataclass(slots=True, eq=False)
class RefusalRecord:
    """``unimplemented`` raised by ``convert_frame`` itself, before tracing: a generator, or the recompile limit."""

    kind: str
    context: str
    explanation: str
    hints: tuple[str, ...]
    code: CodeType
    time_ns: int
    above: Stack = ()
    """Who was about to run it, inside the explained call; outermost first."""


@dataclass(slots=True, eq=False)
class PhaseRecord:
    """One timed part of a compilation, named by torch."""

    name: str
    start_ns: int
    duration_ns: int
    depth: int


@dataclass(slots=True, eq=False)
class LaterRecord:
    """Compilation that a backend has put off until its graph runs, or until its backward."""

    name: str
    """Torch's name for the outermost part of it."""
    start_ns: int
    duration_ns: int
    """-1 while it is under way, and where its end was not heard."""
    thread: int
    compile_id: str = ""
    """The conversion whose graph it belongs to; empty if torch does not tell."""
    phases: list[PhaseRecord] = field(default_factory=list)


@dataclass(slots=True, eq=False)
class AttemptRecord:
    """One analysis of the bytecode. Dynamo restarts it when it learns something."""

    start_ns: int
    duration_ns: int
    restart: str
    """Why the next one was needed; empty for the last."""
    first_graph: int = 0
    """How many graphs the conversion had before it."""


class NodeRecord(NamedTuple):
    """One node of a captured graph, see ``model.report.NodeTable``."""

    name: str
    op: str
    role: str
    target: str
    qualified: str
    args: str
    shape: str
    dtype: str
    modules: tuple[tuple[str, str], ...]
    """(path, class) from the outermost module inwards."""
    stack_trace: str
    """As torch stores it: a formatted traceback, outermost first."""
    inputs: tuple[int, ...]


@dataclass(slots=True, eq=False)
class GraphRecord:
    """A graph as it was handed to the backend."""

    module: Callable[[], Any]
    """Gives the ``GraphModule``, or None if it is gone: a watched program decides itself how long its graphs live."""
    nodes: tuple[NodeRecord, ...]
    outputs: tuple[int, ...]
    """The node behind each returned value, -1 where it is no node."""
    op_count: int
    backend: str
    backend_ns: int
    index: int
    targets: tuple[Any, ...] = ()
    """The target object of every call node."""
    traced: tuple[CodeType, ...] = ()
    """The functions that Dynamo had read when the graph was made: the one it converts, and those it inlined."""
    runs: list[tuple[int, int, int]] = field(default_factory=list)
    """(start, duration, thread) of each run, of the first ``MOST_RUNS``."""
    run_count: int = 0
    run_ns: int = 0
    returned: Any = None
    """The module that the backend returned, until Dynamo has put it into place."""

    def note_run(self, start_ns: int, duration_ns: int, thread: int) -> None:
        """The graph ran once more."""
        self.run_count += 1
        self.run_ns += duration_ns
        if len(self.runs) < MOST_RUNS:
            self.runs.append((start_ns, duration_ns, thread))


@dataclass(slots=True, eq=False)
class LinkRecord:
    """A tensor returned by one graph and taken by another: (graph, output position) → (graph, placeholder position)."""

    from_graph: int
    from_output: int
    to_graph: int
    to_input: int


class Difference(NamedTuple):
    """One property in which a call is not what an entry was compiled for."""

    reason: str
    """What torch says of the guard, or would say of that property."""
    actual: str = ""
    expected: str = ""


@dataclass(slots=True, eq=False)
class EntryFailure:
    """Why one existing cache entry did not serve."""

    compile_id: str
    reason: str
    executed: int
    """How many guards held before the one that failed."""
    user_stack: Stack
    actual: str = ""
    """The value that the guard saw, where it is one that can be shown."""
    expected: str = ""
    """The value that it was compiled for, where torch has only its id and it can be found: a member of an enum."""
    differences: tuple[Difference, ...] = ()
    """Everything that is not as it was, what torch named first; empty if the entry serves."""


@dataclass(slots=True, eq=False)
class RecompileRecord:
    """Dynamo asked why no existing entry served."""

    failures: tuple[EntryFailure, ...]
    reasons: tuple[str, ...]
    time_ns: int
    checked: dict[int, Any] | None = None
    """What Dynamo's own checks found, by id of the guard manager; only while it asks."""
    dynamic: bool | None = False
    """Whether sizes are variable: always, never, or (None) once they have changed."""


@dataclass(slots=True, eq=False)
class GuardOrigin:
    """A guard as Dynamo installed it: which code asked for it."""

    name: str
    kinds: tuple[str, ...]
    code: tuple[str, ...]
    stack: Stack


@dataclass(slots=True, eq=False)
class GuardNames:
    """Names that Dynamo put into the globals of a frame for guards: modules, and the dict of builtins."""

    scope: dict[str, Any]
    values: dict[str, Any]


class DecidedRecord(NamedTuple):
    """A call that Dynamo made itself, of which the answer is a constant in the graph."""

    name: str
    """The full name of what was called; ``os.environ`` for an environment variable."""
    value: str
    """The answer; of an environment variable its name."""
    stack: Stack


@dataclass(slots=True, eq=False)
class CompileRecord:
    """One call of ``convert_frame._compile``: an attempt to convert a frame."""

    id: str
    code: CodeType
    start_ns: int
    thread: int
    above: Stack
    inlined: CodeType | None = None
    """The user's function, where Dynamo converts ``wrap_inline`` of torch/_dynamo/external_utils.py around it."""
    inlined_bound: int = 0
    """How many of its first parameters do not come with the call: ``self``, and what a ``functools.partial`` gives."""
    inlined_self: str = ""
    """Dynamo's expression for its ``self``, if it is a method."""
    wraps: str = ""
    """If the code is a decorator's wrapper, and this is certain: the function that it wraps (``BertModel.forward``)."""
    wrapped: CodeType | None = None
    """The innermost function behind the wrapper."""
    owner: int = 0
    """If the code is a method of a module: the id of that module, for it alone; 0 for others."""
    owner_class: str = ""
    receiver: str = ""
    """If the code is a method of a module, and takes it as the first of its ``*args``: what it calls those."""
    duration_ns: int = -1
    new_code: CodeType | None = None
    skip_reason: str = ""
    error_kind: str = ""
    error_message: str = ""
    error_stack: Stack = ()
    attempts: list[AttemptRecord] = field(default_factory=list)
    breaks: list[BreakRecord] = field(default_factory=list)
    decided: list[DecidedRecord] = field(default_factory=list)
    graphs: list[GraphRecord] = field(default_factory=list)
    phases: list[PhaseRecord] = field(default_factory=list)
    recompile: RecompileRecord | None = None
    refusal: RefusalRecord | None = None
    ended_in_break: bool | None = None
    """The second count: whether the code emitted last ended in a break (``compile_subgraph``'s reason)."""
    guard_root: Any = None
    guard_manager: Any = None
    """Of the conversions of the frame that came first: to ask whether another input would be served."""
    guard_names: GuardNames | None = None
    """What its guards look up by names that Dynamo has put among the globals, and takes away with the compiled code."""
    guard_origins: tuple[GuardOrigin, ...] = ()
    guard_count: int = 0
    guard_ns: float = -1.0
    guard_stable: bool = True
    """Whether several measurements of ``guard_ns`` agreed."""
    leaf_ns: list[float] = field(default_factory=list)
    """Each leaf guard's share of ``guard_ns``; empty if it was not measured."""


class Unseen(NamedTuple):
    """A local or a global of a frame with a tensor in it, where Dynamo does not look for one."""

    name: str
    kind: str
    """Its class."""
    tensor: str
    """The way to the first tensor in it: ``b.t``."""
    is_global: bool


@dataclass(slots=True, eq=False)
class SkipRecord:
    """A frame that Dynamo left to CPython."""

    code: CodeType
    reason: str
    time_ns: int
    compile: CompileRecord | None
    """The conversion that ended in this skip, if there was one."""
    refusal: RefusalRecord | None
    unseen: tuple[Unseen, ...] = ()
    """Tensors of the frame's that Dynamo did not see, where it says that there is none."""
    module: str = ""
    """The class of the module, where the frame is that of a module's call itself."""


class RememberedRecord(NamedTuple):
    """A size or number that is variable because of what Dynamo remembered from before the session."""

    code: CodeType
    name: str
    """Dynamo's expression for the value: ``L['x']``."""
    dimensions: tuple[int, ...]
    """Of a tensor; empty for a number."""


@dataclass(slots=True, eq=False)
class CallRecord:
    """One call through the wrapper, or the block of a ``watch``."""

    start_ns: int
    duration_ns: int
    thread: int
