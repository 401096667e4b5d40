"""The Report: everything dynexplain knows about one explained run, as plain frozen values.

No torch object lives in here. A report can be written to JSON, mailed, diffed and drawn years later, by code that has
never imported torch. The JSON schema of :class:`Report` is the one statement of the wire shape; ``js/src/types.ts`` is
generated from it.

Conventions:
    * Times are integer nanoseconds. ``*_ns`` points in time count from the start of the session; durations are
      plain. ``-1`` means "not measured".
    * References are indices into another tuple of the report; ``-1`` means "none".
    * Text that a person reads may mark code with backticks (``split `forward` into``). Nothing else is markup.
"""

from __future__ import annotations

from typing import Literal

from msgspec import Struct

SCHEMA_VERSION = 1

BreakOutcome = Literal["resumed", "rest_eager", "frame_skipped", "error"]
Tone = Literal["plain", "good", "bad", "muted"]
Tab = Literal["source", "graph", "breaks", "guards", "recompiles", "frames", "compile", "bytecode", ""]


class Location(Struct, frozen=True):
    """A place in source code.

    ``file`` is the name Python knows the file by; ``label`` is what to show ("train.py", "cell 4"). ``line`` and
    ``end_line`` count from 1; 0 means unknown. ``code`` is the line without its indentation, and ``column`` and
    ``end_column`` count characters in it from 0; -1 means unknown. ``user`` is true for the user's own code, false for
    torch, the standard library and installed packages.
    """

    file: str
    line: int
    function: str
    label: str
    code: str = ""
    user: bool = True
    end_line: int = 0
    column: int = -1
    end_column: int = -1


class Environment(Struct, frozen=True):
    """Where and how the run was made: versions, and the options given to ``torch.compile``."""

    dynexplain: str
    torch: str
    python: str
    platform: str
    backend: str
    options: dict[str, str]
    """Options as the caller wrote them ("dynamic": "True"), only those that were given."""
    config: dict[str, str]
    """Settings of ``torch._dynamo.config`` that differ from their defaults."""
    memory: Literal["", "fresh", "copy", "process"] = ""
    """What Dynamo knew of earlier calls: nothing, as in a fresh process; a copy of what the process remembers
    (``history=True``); or that memory itself, which went on to learn. Empty in reports of older versions."""
    asked: str = ""
    """The same in a sentence."""


class Subject(Struct, frozen=True):
    """What was explained."""

    name: str
    kind: Literal["function", "method", "module", "class", "callable", "session"]
    location: Location | None
    call: str
    """How it was called, with shapes in place of values: ``forward(f32[2, 8])``."""


class ErrorInfo(Struct, frozen=True):
    """The exception that ended the run, as the caller saw it.

    ``origin`` is who raised it: the user's own Python, a ``graph`` that ran (as its backend made it), Dynamo or the
    backend while they compiled, or an interrupt. ``graph`` is the graph that ran or was being compiled, -1 if none.
    ``heading``, ``explanation`` and ``hints`` are what the ``message`` says, by its parts; ``raised_by`` is a sentence.
    """

    type: str
    message: str
    origin: Literal["user", "graph", "dynamo", "backend", "interrupt"]
    location: Location | None
    traceback: str
    graph: int = -1
    raised_by: str = ""
    heading: str = ""
    explanation: str = ""
    hints: tuple[str, ...] = ()


class Outcome(Struct, frozen=True):
    """How the run ended. ``disabled`` means Dynamo was off (stance, environment variable, ``disable=True``)."""

    status: Literal["ok", "raised", "disabled", "not_called"]
    detail: str
    error: ErrorInfo | None


class Chip(Struct, frozen=True):
    """One figure of the summary line: a bold value, its label, and the tab that has more."""

    value: str
    label: str
    tone: Tone
    tab: Tab


class TimeSplit(Struct, frozen=True):
    """Where the time of the calls went. Durations in ns, added up over threads; the four parts make the total."""

    graphs_ns: int
    python_ns: int
    dynamo_ns: int
    compile_ns: int
    total_ns: int
    percent: tuple[int, ...]
    """Shares of graphs, Python and Dynamo in what is left without compiling: whole numbers that add up to 100.

    All 0 where there is nothing to share."""


class Summary(Struct, frozen=True):
    """The verdict in one sentence, the figures below it, and the time split."""

    verdict: str
    good: bool
    chips: tuple[Chip, ...]
    split: TimeSplit | None
    first_tab: Tab


class Mark(Struct, frozen=True):
    """What happened to one source line. ``index`` points into graphs, breaks or skips, by ``kind``."""

    line: int
    kind: Literal["graph", "break", "eager", "skip", "inlined"]
    index: int
    text: str


class BytecodeLine(Struct, frozen=True):
    """One instruction: offset, name and argument as ``dis`` shows them, and the source line it came from."""

    offset: int
    opname: str
    argument: str
    line: int


class Colours(Struct, frozen=True):
    """Syntax colours as columns of equal length, in reading order: one row for each coloured stretch of a line.

    ``line`` counts from 0, ``start`` and ``length`` count characters; ``kind`` indexes ``kinds``. What has no row has
    no colour.
    """

    kinds: tuple[str, ...]
    line: tuple[int, ...]
    start: tuple[int, ...]
    length: tuple[int, ...]
    kind: tuple[int, ...]


class LineGuards(Struct, frozen=True):
    """How many guards each line made Dynamo install, as columns of equal length, by line.

    ``tree`` and ``guard`` say where the first of them is: in ``Report.guards``, and in ``guards`` of that tree.
    """

    line: tuple[int, ...]
    count: tuple[int, ...]
    tree: tuple[int, ...]
    guard: tuple[int, ...]


class LineTime(Struct, frozen=True):
    """What was measured about some lines of a source. No time is ever shared out among single ops or lines.

    ``kind``: ``calls`` (the function that begins at ``line`` ran ``count`` times), ``graphs`` (``graphs`` were captured
    from the lines up to ``end_line``; ``count`` is how often they ran, and ``ns`` is -1 where they are another
    function's graphs, which this one was inlined into), ``outside`` (what runs at the break here, from where the
    captured part ends to where the function goes on). Times are of all calls together, without compiling.
    """

    kind: Literal["calls", "graphs", "outside"]
    line: int
    end_line: int
    graphs: tuple[int, ...]
    ops: int
    count: int
    ns: int
    text: str
    """How it was measured, in a sentence."""


class Source(Struct, frozen=True):
    """A stretch of source that took part: one function, or a whole cell. ``lines[0]`` is line ``first_line``.

    Where Python has no text of a function (made by ``exec``, or its file is gone), ``lines`` is empty and ``bytecode``
    has its instructions.
    """

    file: str
    label: str
    function: str
    first_line: int
    lines: tuple[str, ...]
    colours: Colours
    bytecode: tuple[BytecodeLine, ...]
    marks: tuple[Mark, ...]
    guards: LineGuards
    times: tuple[LineTime, ...]
    user: bool


class Phase(Struct, frozen=True):
    """One timed part of a compilation, in torch's own word for it. ``depth`` nests."""

    name: str
    start_ns: int
    duration_ns: int
    depth: int


class Bytecode(Struct, frozen=True):
    """A function's bytecode before and after Dynamo changed it."""

    before: tuple[BytecodeLine, ...]
    after: tuple[BytecodeLine, ...]


class Compilation(Struct, frozen=True):
    """One attempt of Dynamo to convert a frame, named by its compile id ``frame/attempt``.

    ``status``: ``compiled`` (an entry was made), ``skipped`` (a break made the whole frame run eagerly), ``empty``
    (there was nothing to compile), ``failed`` (an exception ended it), ``refused`` (before tracing began).
    """

    id: str
    function: str
    location: Location
    resumed_at: int
    """Line where a resume function goes on; 0 if this is no resume function."""
    status: Literal["compiled", "skipped", "empty", "failed", "refused"]
    detail: str
    start_ns: int
    duration_ns: int
    restarts: tuple[str, ...]
    graphs: tuple[int, ...]
    break_index: int
    guards: int
    """Index into ``Report.guards``."""
    recompile: int
    phases: tuple[Phase, ...]
    bytecode: Bytecode | None
    runs: int
    """How often the transformed code ran."""


class LateCompilation(Struct, frozen=True):
    """Compilation outside of Dynamo's own: what a backend had put off until its graph ran, or until its backward."""

    compilation: int
    """The compilation whose graph it belongs to, -1 if torch does not tell."""
    title: str
    """What was compiled, in words: "backward of `step`"."""
    backward: bool
    start_ns: int
    duration_ns: int
    phases: tuple[Phase, ...]


class NodeTable(Struct, frozen=True):
    """The nodes of a graph as columns of equal length, in execution order.

    ``op``, ``target``, ``args``, ``shape`` and ``dtype`` index ``strings``. ``inputs[i]`` lists the nodes that node
    ``i`` reads. ``stack`` indexes ``Report.stacks``.
    """

    strings: tuple[str, ...]
    name: tuple[str, ...]
    op: tuple[int, ...]
    """``placeholder``, ``get_attr``, ``call_function``, ``call_method``, ``call_module`` or ``output``."""
    role: tuple[int, ...]
    """``input``, ``parameter``, ``buffer``, ``constant``, ``op`` or ``output``."""
    target: tuple[int, ...]
    """For an op its short name ("linear"); for a parameter its path ("encoder.layer.0.weight")."""
    qualified: tuple[int, ...]
    """The full name of the target ("torch._C._nn.linear")."""
    args: tuple[int, ...]
    shape: tuple[int, ...]
    dtype: tuple[int, ...]
    stack: tuple[int, ...]
    inputs: tuple[tuple[int, ...], ...]


class FoldTree(Struct, frozen=True):
    """One way to fold a graph, as columns. Parents come before their children; a parent of -1 is the graph.

    ``node_group[i]`` is the innermost group of node ``i``, -1 for the graph itself. ``kind`` is ``module`` (a path in
    the model), ``repeat`` (``count`` consecutive groups of the same structure), ``split`` (a slice of a group with very
    many children) or ``source`` (a function of the user's call stack).
    """

    by: Literal["module", "source"]
    name: tuple[str, ...]
    """What to show on the box: ``attention``, ``layer.0``, ``layer``."""
    path: tuple[str, ...]
    """The whole path, for the tooltip: ``encoder.layer.0.attention``."""
    type: tuple[str, ...]
    """The module's class (``BertAttention``) or the function's place (``model.py:12``)."""
    kind: tuple[Literal["module", "repeat", "split", "source"], ...]
    count: tuple[int, ...]
    parent: tuple[int, ...]
    op_count: tuple[int, ...]
    """Call nodes inside, all levels."""
    node_group: tuple[int, ...]


class Graph(Struct, frozen=True):
    """One captured graph. ``op_count`` counts every call node: functions, methods and modules."""

    index: int
    compile_id: str
    function: str
    location: Location
    op_count: int
    nodes: NodeTable
    trees: tuple[FoldTree, ...]
    ended_by: int
    """Index of the break that ended it, -1 if the function returned."""
    backend: str
    backend_ns: int
    runs: int
    run_ns: int
    piece: int = -1
    """Graphs of one piece of the program are versions of each other: the same code, compiled for other inputs."""
    version: int = 1
    """Counts from 1 within its piece."""
    differs: str = ""
    """What was not as in the version it was compared with: "`x.size(0)` was 4, now it is 6"."""


class Link(Struct, frozen=True):
    """A tensor that one graph returned and a later one took: node indices in their graphs."""

    from_graph: int
    from_node: int
    to_graph: int
    to_node: int


class Step(Struct, frozen=True):
    """One step of the stitched picture, in the order the program ran. ``index`` is by ``kind``."""

    kind: Literal["graph", "break", "skip"]
    index: int
    text: str


class Break(Struct, frozen=True):
    """One graph break: a moment when Dynamo stopped capturing a frame for another reason than returning."""

    number: int
    """Counts from 1; the same in every view."""
    cause: int
    compile_id: str
    gb_type: str
    gb_id: str
    """``GB0059``, empty if the registry has none."""
    outcome: BreakOutcome
    location: Location
    user_location: Location | None
    stack: tuple[Location, ...]
    """Outermost first."""
    reason: str
    explanation: str
    context: str
    hints: tuple[str, ...]
    link: str
    chain: tuple[str, ...]
    """Kinds that this break turned into when it could not be carried out."""
    time_ns: int
    """When Dynamo came to it."""
    also: tuple[str, ...] = ()
    """The other reasons that the same conversion met, a sentence each."""


class Example(Struct, frozen=True):
    """A small piece of code before and after the fix."""

    before: str
    after: str


class Cause(Struct, frozen=True):
    """The distinct place and kind behind one or more breaks."""

    number: int
    title: str
    """In plain English: "`print` cannot be traced"."""
    gb_type: str
    gb_id: str
    location: Location
    user_location: Location | None
    explanation: str
    hints: tuple[str, ...]
    link: str
    example: Example | None
    breaks: tuple[int, ...]
    outcome: BreakOutcome
    """The worst of its breaks."""
    cost: str
    """What it costs, in words: "2 breaks; 14 ops before it, 5 after"."""
    eager_ns: int
    also: tuple[str, ...] = ()
    """Other reasons that were met with it, a sentence each: what came before it, and what came of it."""
    under: int = -1
    """The index of the cause that this one stands under: it goes away with that, or the same call leads to it."""
    under_note: str = ""
    """Which of both, in words."""


class Skip(Struct, frozen=True):
    """A function that Dynamo left to Python, with torch's reason and a plain one.

    ``kind``: ``break`` (a graph break gave up the frame), ``rule`` (torch internals, skip lists), ``empty`` (no tensor
    in it), ``unseen`` (it has tensors where Dynamo does not look), ``given_up`` (by an earlier call, for good),
    ``limit`` (recompile limit), ``disabled`` (by the user), ``error`` (Dynamo failed and went on). ``time_ns`` is how
    long it ran as plain Python in all, with what it called: without compiling, and without graphs; ``resumed_at`` the
    line where it goes on if it is the rest of a function after a break.
    """

    function: str
    location: Location
    kind: Literal["break", "rule", "empty", "limit", "disabled", "error", "unseen", "given_up"]
    reason: str
    text: str
    count: int
    break_index: int
    time_ns: int
    resumed_at: int = 0


class GuardSource(Struct, frozen=True):
    """A value that guards look at: one node of the guard tree. Costs in ns per check, children included."""

    name: str
    """What a person calls it: ``x``, ``self.layers[0].weight``, ``global state``."""
    source: str
    """Dynamo's expression for it: ``L['x']``."""
    parent: int
    guard_count: int
    """Leaf guards here and below."""
    cost_ns: float


class Guard(Struct, frozen=True):
    """One leaf guard of the tree that really runs."""

    source: int
    kind: str
    """``TENSOR_MATCH``, ``EQUALS_MATCH``, …"""
    code: tuple[str, ...]
    text: str
    """In plain words: ``f32[2, 32, 64] on cpu, no grad``."""
    origin: Location | None
    cost_ns: float


class GuardTree(Struct, frozen=True):
    """The guards of one compilation. Sources are in pre-order; ``guards`` in the order they are checked."""

    compile_id: str
    function: str
    count: int
    """As Dynamo counts them (``guard_export_fn``), to compare with ``torch._dynamo.explain``."""
    sources: tuple[GuardSource, ...]
    guards: tuple[Guard, ...]
    cost_ns: float
    about: bool = False
    """Whether the machine was too busy to measure the cost well: it is no more than a rough figure."""


class FailedGuard(Struct, frozen=True):
    """A guard that did not hold, with both values where Dynamo tells them."""

    compile_id: str
    code: str
    source: str
    expected: str
    actual: str
    origin: Location | None
    name: str = ""
    """What a person calls the value: ``x.size(0)`` for the ``L['x'].size(0)`` of ``source``."""


class Recompile(Struct, frozen=True):
    """A compilation attempt for code that already had an entry. ``compiled`` is false if the limit refused it."""

    compile_id: str
    function: str
    location: Location
    compiled: bool
    failed: FailedGuard | None
    """The failed guard of the nearest entry."""
    reasons: tuple[str, ...]
    """Dynamo's own words, one per existing entry."""
    text: str
    advice: str
    time_ns: int
    """When it began; how long it took is with its compilation."""
    also: tuple[FailedGuard, ...] = ()
    """Whatever else differs from the nearest entry."""
    expected: bool = False
    """Whether this is how Dynamo works: ``advice`` says so, and there is nothing that must be done."""
    refused: bool = False
    """Whether the recompile limit refused it, so that it is counted apart."""


class Code(Struct, frozen=True):
    """A code object that the frame hook saw, with what ran under it in all.

    ``kind``: ``compiled`` (transformed by Dynamo), ``resumed`` (a resume function), ``graph`` (a captured graph),
    ``eager`` (the user's code as it is), ``skipped`` (offered to Dynamo and refused), ``dynamo`` (torch's own
    machinery), ``library`` (other installed code). Times in ns, the hook's own cost not taken away.
    """

    name: str
    location: Location
    kind: Literal["compiled", "resumed", "graph", "eager", "skipped", "dynamo", "library"]
    calls: int
    total_ns: int
    self_ns: int
    raised: int


class Spans(Struct, frozen=True):
    """Stretches of time on threads, as columns of equal length, by start: what every table of the timeline has."""

    start_ns: tuple[int, ...]
    duration_ns: tuple[int, ...]
    thread: tuple[int, ...]


class FrameTable(Spans, frozen=True):
    """Frames as they ran, as columns of equal length, by start. ``code`` indexes ``Report.codes``.

    ``ended``: 0 returned, 1 raised, 2 yielded, 3 still open when the session ended. Only the longest are kept when
    there are very many: ``omitted`` says how many are left out here, ``dropped`` how many the hook had no room for.
    """

    code: tuple[int, ...]
    depth: tuple[int, ...]
    ended: tuple[int, ...]
    omitted: int
    dropped: int


class PythonTable(Spans, frozen=True):
    """When Python ran outside graphs and compilations, as columns of equal length, by start.

    ``code`` indexes ``Report.codes``: the innermost function of the user's whose frame, or whose callee, that time was
    spent in. Only the longest stretches are kept when there are very many.
    """

    code: tuple[int, ...]


class RunTable(Spans, frozen=True):
    """Every run of a captured graph, as columns of equal length, by start."""

    graph: tuple[int, ...]


class Change(Struct, frozen=True):
    """Something of the user's that the call changed: an argument, parameter or buffer in place, a gradient, or the
    state of a random number generator (``name`` is then the module it belongs to)."""

    kind: Literal["argument", "parameter", "buffer", "gradient", "random"]
    name: str


class Decided(Struct, frozen=True):
    """A value that was read once while compiling, and is a constant in the compiled code.

    ``kind``: ``compiling`` (``is_compiling()`` and its like), ``answer`` (a function that was asked once),
    ``environment`` (an environment variable; its value is not kept), ``global`` (a global variable, or what it holds),
    ``break`` (what Python made at a graph break: a time, a random number). ``guarded``: a guard looks at it before
    each call, and another value compiles anew; else it is never read again.
    """

    kind: Literal["compiling", "answer", "environment", "global", "break"]
    name: str
    value: str
    location: Location
    guarded: bool
    text: str


class Note(Struct, frozen=True):
    """Something the reader must know to trust the report: a signal that was missing, counts that disagree."""

    signal: str
    text: str


class Report(Struct, frozen=True):
    """Everything about one explained run. See the module's docstring for units and references."""

    schema_version: int
    created: str
    """ISO 8601, UTC."""
    environment: Environment
    subject: Subject
    outcome: Outcome
    calls: int
    duration_ns: int
    summary: Summary
    sources: tuple[Source, ...]
    locations: tuple[Location, ...]
    """Interned places for ``stacks``."""
    stacks: tuple[tuple[int, ...], ...]
    """Interned user stacks, outermost first, of indices into ``locations``."""
    compilations: tuple[Compilation, ...]
    graphs: tuple[Graph, ...]
    links: tuple[Link, ...]
    steps: tuple[Step, ...]
    breaks: tuple[Break, ...]
    causes: tuple[Cause, ...]
    """Fix-first: the one that costs most comes first."""
    skips: tuple[Skip, ...]
    guards: tuple[GuardTree, ...]
    recompiles: tuple[Recompile, ...]
    codes: tuple[Code, ...]
    frames: FrameTable
    python: PythonTable
    runs: RunTable
    notes: tuple[Note, ...]
    changes: tuple[Change, ...]
    """What the call changed, where that was looked at (``explain``); empty with ``clone_inputs``."""
    later: tuple[LateCompilation, ...] = ()
    """What was compiled after Dynamo's compilations had ended, in the order it came."""
    decided: tuple[Decided, ...] = ()
    """What was read once and is a constant now; global variables come last."""
