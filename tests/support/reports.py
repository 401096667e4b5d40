"""Synthetic reports for edge cases: shapes, sizes and names that recorded reports do not have."""

from __future__ import annotations

from msgspec.structs import replace

from dynexplain.model.annotations.colours import colours
from dynexplain.model.report import (
    SCHEMA_VERSION,
    Break,
    Cause,
    Chip,
    Environment,
    ErrorInfo,
    Example,
    FailedGuard,
    FrameTable,
    Graph,
    Guard,
    GuardSource,
    GuardTree,
    LineGuards,
    LineTime,
    Link,
    Mark,
    Note,
    Outcome,
    PythonTable,
    Recompile,
    Report,
    RunTable,
    Skip,
    Source,
    Step,
    Subject,
    Summary,
    TimeSplit,
)
from support.graphs import GraphDraft, chain, huge, place, transformer

PRINT_LINE = '    print("mean", stats)'
EXPLANATION = (
    "Dynamo does not know how to trace the builtin `print`. The graph ends before this line, the line runs in Python, "
    "and a second graph begins after it."
)
HOSTILE = '</script><img src=x onerror=alert(1)> "q" \\N \\l {a|b} `c` \x1b[31m é 漢字\nnext'


def chips(graphs: int, breaks: int, ops: int) -> tuple[Chip, ...]:
    """The summary line as the model writes it."""
    return (
        Chip(str(graphs), "graph" if graphs == 1 else "graphs", "plain", "graph"),
        Chip(str(breaks), "break" if breaks == 1 else "breaks", "bad" if breaks else "good", "breaks"),
        Chip(f"{ops:,}", "op" if ops == 1 else "ops", "plain", "graph"),
        Chip("42", "guards · 3.9 µs to check them all", "plain", "guards"),
        Chip("420 ms", "to compile", "plain", "compile"),
        Chip("", "torch 2.13.0 · eager backend", "muted", ""),
    )


def report(*graphs: Graph, verdict: str = "No graph breaks: all of `forward` is one graph.", **parts: object) -> Report:
    """A report of these graphs; ``parts`` replaces fields of it."""
    breaks = parts.get("breaks", ())
    ops = sum(graph.op_count for graph in graphs)
    summary = Summary(
        verdict=verdict,
        good=not breaks,
        chips=chips(len(graphs), len(breaks), ops),
        split=TimeSplit(4_800_000, 3_300_000, 1_900_000, 420_000_000, 10_000_000, (48, 33, 19)),
        first_tab="graph",
    )
    base = Report(
        schema_version=SCHEMA_VERSION,
        created="2026-01-02T03:04:05Z",
        environment=Environment("0.1.0", "2.13.0", "3.11.2", "Linux", "eager", {}, {}),
        subject=Subject("forward", "function", place(10), "forward(f32[2, 8])"),
        outcome=Outcome("ok", "", None),
        calls=1,
        duration_ns=430_000_000,
        summary=summary,
        sources=(),
        locations=(),
        stacks=(),
        compilations=(),
        graphs=graphs,
        links=(),
        steps=tuple(Step("graph", graph.index, "") for graph in graphs),
        breaks=(),
        causes=(),
        skips=(),
        guards=(),
        recompiles=(),
        codes=(),
        frames=FrameTable((), (), (), (), (), (), 0, 0),
        python=PythonTable((), (), (), ()),
        runs=RunTable((), (), (), ()),
        notes=(),
        changes=(),
    )
    return replace(base, **parts)


def graph_break(number: int, cause: int, line: int, code: str = PRINT_LINE, **parts: object) -> Break:
    """A break of kind "attempted to call function marked as skipped"."""
    column = len(code) - len(code.lstrip())
    where = place(line, code, column=column, end=len(code))
    base = Break(
        number=number,
        cause=cause,
        compile_id=f"{number - 1}/0",
        gb_type="Attempted to call function marked as skipped",
        gb_id="GB0007",
        outcome="resumed",
        location=where,
        user_location=where,
        stack=(where,),
        reason="Graph break under GenericContextWrappingVariable",
        explanation=EXPLANATION,
        context="module: builtins, qualname: print",
        hints=("Move the call out of the compiled function.",),
        link="https://meta-pytorch.github.io/compile-graph-break-site/gb/gb0007.html",
        chain=(),
        time_ns=3_000_000,
    )
    return replace(base, **parts)


def cause_of(broken: Break, number: int, title: str = "`print` cannot be traced", **parts: object) -> Cause:
    """The cause behind one break."""
    base = Cause(
        number=number,
        title=title,
        gb_type=broken.gb_type,
        gb_id=broken.gb_id,
        location=broken.location,
        user_location=broken.user_location,
        explanation=broken.explanation,
        hints=broken.hints,
        link=broken.link,
        example=Example('print("mean", stats)', "return h, stats    # print outside"),
        breaks=(broken.number - 1,),
        outcome=broken.outcome,
        cost="once · 14 ops before it, 5 after",
        eager_ns=1_000_000,
    )
    return replace(base, **parts)


def one_node() -> Report:
    """The smallest graph there is."""
    return report(chain("sin"))


def three_graphs() -> Report:
    """Two breaks, three graphs; the first graph's result is used in the second and the third."""
    first = chain("sin", "cos", index=0, ended_by=0)
    second = chain("mean", "gt", index=1, ended_by=1, source="h")
    draft = GraphDraft()
    left, right = draft.input("h"), draft.input("gate")
    draft.output(draft.op("add", draft.op("mul", left, args="h_0, 2"), right))
    third = draft.finish(2)
    breaks = (
        graph_break(1, 0, 14),
        graph_break(2, 1, 16, "    if gate > 0:", gb_type="Data-dependent branching", gb_id="GB0170"),
    )
    return report(
        first,
        second,
        third,
        verdict="2 graph breaks from 2 causes split `forward` into 3 graphs.",
        breaks=breaks,
        causes=(
            cause_of(breaks[0], 1),
            cause_of(breaks[1], 2, "An `if` depends on the value of a tensor", example=None),
        ),
        links=(Link(0, 2, 1, 0), Link(0, 2, 2, 0), Link(1, 2, 2, 1)),
        steps=(
            Step("graph", 0, ""),
            Step("break", 0, '`print("mean", stats)` ran in Python'),
            Step("graph", 1, ""),
            Step("break", 1, "`if gate > 0:` was decided in Python"),
            Step("graph", 2, ""),
        ),
        guards=(guard_tree(),),
        sources=(source(),),
    )


def source() -> Source:
    """Lines of ``three_graphs``, with everything that can be said about lines."""
    lines = ("def forward(x, y):", "    h = x.sin()", "    h = h.cos()", "", PRINT_LINE, "    gate = h.mean()")
    return Source(
        file="train.py",
        label="train.py",
        function="forward",
        first_line=10,
        lines=lines,
        colours=colours(lines),
        bytecode=(),
        marks=(Mark(11, "graph", 0, ""), Mark(12, "graph", 0, ""), Mark(14, "break", 0, "`print` cannot be traced")),
        guards=LineGuards((11,), (3,), (0,), (0,)),
        times=(
            LineTime("calls", 10, 10, (), 0, 1, 900_000, "1 call of `forward`"),
            LineTime("graphs", 11, 12, (0,), 2, 1, 300_000, "Graph 0 of 2 ops"),
            LineTime("outside", 14, 14, (), 0, 1, 40_000, "40 µs from the end of the graph"),
        ),
        user=True,
    )


def layered(layers: int = 12) -> Report:
    """A model with repeated layers and no break."""
    return report(transformer(layers))


def enormous(nodes: int = 10_000) -> Report:
    """A graph that no layout engine should be given as it is."""
    return report(huge(nodes))


def many_steps(count: int = 200) -> Report:
    """Two breaks from each of ``count // 2`` causes, a graph between any two."""
    graphs = tuple(chain("sin", "cos", index=i, ended_by=i if i < count else -1) for i in range(count + 1))
    breaks = tuple(graph_break(i + 1, i // 2, 10 + i // 2) for i in range(count))
    causes = tuple(
        cause_of(breaks[2 * i], i + 1, cost="2 times · 2 ops before it, 2 after", breaks=(2 * i, 2 * i + 1))
        for i in range(count // 2)
    )
    steps = [Step("graph", 0, "")]
    for i in range(count):
        steps += [Step("break", i, "`print` ran in Python"), Step("graph", i + 1, "")]
    links = tuple(Link(i, 2, i + 1, 0) for i in range(count))
    verdict = f"{count} graph breaks from {count // 2} causes split `forward` into {count + 1} graphs."
    return report(*graphs, verdict=verdict, breaks=breaks, causes=causes, steps=tuple(steps), links=links)


def hostile() -> Report:
    """Every text that a user can put into a report is markup, quotes and control characters."""
    draft = GraphDraft()
    group = draft.group(HOSTILE, type=HOSTILE)
    x = draft.input(HOSTILE, name=HOSTILE, shape=HOSTILE)
    weight = draft.parameter(HOSTILE)
    draft.output(draft.op(HOSTILE, x, weight, group=group, args=HOSTILE, qualified=HOSTILE))
    where = replace(place(7, HOSTILE, HOSTILE), file=HOSTILE, label=HOSTILE)
    broken = graph_break(1, 0, 7, location=where, user_location=where, stack=(where,), explanation=HOSTILE)
    broken = replace(broken, hints=(HOSTILE,), link="javascript:alert(1)", gb_id=HOSTILE)
    cause = cause_of(broken, 1, HOSTILE, cost=HOSTILE, example=Example(HOSTILE, HOSTILE))
    graph = draft.finish(0, ended_by=0, function=HOSTILE)
    skip = Skip(HOSTILE, where, "break", HOSTILE, HOSTILE, 1, 0, 1000)
    return report(
        graph,
        verdict=HOSTILE,
        breaks=(broken,),
        causes=(cause,),
        skips=(skip,),
        steps=(Step("graph", 0, HOSTILE), Step("break", 0, HOSTILE), Step("skip", 0, HOSTILE)),
        recompiles=(recompile(text=HOSTILE, advice=HOSTILE, function=HOSTILE),),
        notes=(Note(HOSTILE, HOSTILE),),
        changes=(),
    )


def guard_tree() -> GuardTree:
    """Three sources, four guards."""
    sources = (
        GuardSource("x", "L['x']", -1, 3, 3100.0),
        GuardSource("x.shape", "L['x'].shape", 0, 1, 400.0),
        GuardSource("global state", "", -1, 1, 800.0),
    )
    guards = (
        Guard(0, "TENSOR_MATCH", ("check_tensor(L['x'])",), "f32[2, 8] on cpu, no grad", place(11), 1900.0),
        Guard(0, "NO_HASATTR", ("no _dynamo_dynamic_indices",), "no dynamic marks", place(11), 800.0),
        Guard(1, "EQUALS_MATCH", ("L['x'].shape[0] == 2",), "`x.shape[0]` is 2", place(12), 400.0),
        Guard(2, "GRAD_MODE", ("torch.is_grad_enabled()",), "grad mode is on", None, 800.0),
    )
    return GuardTree("0/0", "forward", 42, sources, guards, 3900.0)


def recompile(**parts: object) -> Recompile:
    """A tensor came with another size."""
    failed = FailedGuard("0/0", "tensor 'x' size mismatch at index 0", "x", "2", "3", place(11, "    h = x * 2"))
    base = Recompile(
        compile_id="0/1",
        function="forward",
        location=place(10, "def forward(x):"),
        compiled=True,
        failed=failed,
        reasons=("0/0: tensor 'x' size mismatch at index 0. expected 2, actual 3",),
        text="`forward` was compiled again: `x.size()[0]` was 2, now it is 3",
        advice="Mark the dimension as dynamic with `torch._dynamo.mark_dynamic(x, 0)`, or compile with `dynamic=True`.",
        time_ns=120_000_000,
    )
    return replace(base, **parts)


def recompiled(*, limit: bool = False) -> Report:
    """Two recompiles; with ``limit`` the second was refused."""
    text = "`forward` now runs eagerly, the recompile limit was hit: `x.size()[0]` was 2, now it is 3"
    second = recompile(compile_id="0/2", compiled=not limit, text=text) if limit else recompile(compile_id="0/2")
    verdict = "`forward` is one graph, compiled 3 times."
    return report(chain("sin"), verdict=verdict, recompiles=(recompile(), second), guards=(guard_tree(),))


def raised() -> Report:
    """The explained code raised after the first graph."""
    error = ErrorInfo(
        type="ValueError",
        message="batch must not be empty",
        origin="user",
        location=place(18, '    raise ValueError("batch must not be empty")', column=4, end=47),
        traceback='Traceback (most recent call last):\n  File "train.py", line 18\nValueError: batch …',
        raised_by="It was raised by the code's own Python, not by Dynamo or a compiled graph.",
        heading="batch must not be empty",
    )
    verdict = "`forward` raised ValueError; this is what Dynamo did until then."
    return report(chain("sin"), verdict=verdict, outcome=Outcome("raised", "", error))


def disabled() -> Report:
    """Dynamo was switched off by the environment."""
    detail = "`TORCHDYNAMO_DISABLE=1` is set, so `torch.compile` does nothing. Unset it to see what Dynamo would do."
    verdict = "Dynamo was off: `forward` ran as plain Python."
    return report(verdict=verdict, outcome=Outcome("disabled", detail, None))


def not_called() -> Report:
    """Explained, and never called."""
    verdict = "`forward` was not called, so there is nothing to show."
    return report(verdict=verdict, outcome=Outcome("not_called", "Call it: `explain(forward)(x)`.", None), calls=0)


ALL = (
    one_node,
    three_graphs,
    layered,
    many_steps,
    hostile,
    recompiled,
    raised,
    disabled,
    not_called,
)
"""Every kind of report, for what holds for all of them."""
