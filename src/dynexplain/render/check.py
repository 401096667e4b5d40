"""Proves that the numbers of a report that was read can be drawn with, so that nothing that draws has to ask."""

from __future__ import annotations

from collections.abc import Iterable, Sequence, Sized

from msgspec import Struct

from ..errors import BadReportError
from ..model.report import FoldTree, Graph, Report

LARGEST = 2**53
DEEPEST = 200
"""Groups within groups: what draws them goes down by recursion, as do browsers."""


def check(report: Report) -> None:
    """Refuse a report in which an index points outside its table, columns differ in length, or a number is no size.

    Raises:
        BadReportError: Names the field, the index and the size of the table.
    """
    check_numbers(report, "")
    check_summary(report)
    for index, graph in enumerate(report.graphs):
        within((graph.index - index,), (0,), f"graphs[{index}].index", "graphs at that place")
        check_graph(graph, f"graphs[{index}]", report)
    check_steps(report)
    check_breaks(report)
    check_guards(report)
    check_runs(report)
    check_sources(report)
    for index, stack in enumerate(report.stacks):
        within(stack, report.locations, f"stacks[{index}]", "locations")


def check_numbers(value: object, where: str) -> None:
    """Refuse numbers beyond those that JavaScript can tell apart: no time, count or index is that large."""
    if isinstance(value, Struct):
        for name in value.__struct_fields__:
            check_numbers(getattr(value, name), f"{where}.{name}" if where else name)
    elif isinstance(value, tuple) and value:
        if isinstance(value[0], int):
            check_numbers(min(value), where)
            check_numbers(max(value), where)
        elif not isinstance(value[0], str):
            for index, item in enumerate(value):
                check_numbers(item, f"{where}[{index}]")
    elif isinstance(value, int | float) and not -LARGEST <= value <= LARGEST:
        shown = f"a number of {len(f'{value:x}')} hexadecimal digits" if isinstance(value, int) else str(value)
        raise damaged(where, f"{shown} is beyond 2**53")


def check_summary(report: Report) -> None:
    """Check the shares of the time."""
    split = report.summary.split
    if split is not None:
        same_length(split.percent, ("graphs", "Python", "Dynamo"), "summary.split.percent")


def check_graph(graph: Graph, where: str, report: Report) -> None:
    """Check the node table of a graph and its folds."""
    nodes = graph.nodes
    for column in ("op", "role", "target", "qualified", "args", "shape", "dtype"):
        values: tuple[int, ...] = getattr(nodes, column)
        same_length(values, nodes.name, f"{where}.nodes.{column}")
        within(values, nodes.strings, f"{where}.nodes.{column}", "strings")
    same_length(nodes.stack, nodes.name, f"{where}.nodes.stack")
    within(nodes.stack, report.stacks, f"{where}.nodes.stack", "stacks", none=True)
    same_length(nodes.inputs, nodes.name, f"{where}.nodes.inputs")
    for index, reads in enumerate(nodes.inputs):
        if reads and not 0 <= min(reads) <= max(reads) < index:
            raise damaged(f"{where}.nodes.inputs[{index}]", f"{reads} are not all earlier nodes")
    within((graph.ended_by,), report.breaks, f"{where}.ended_by", "breaks", none=True)
    for index, tree in enumerate(graph.trees):
        check_tree(tree, nodes.name, f"{where}.trees[{index}]")


def check_tree(tree: FoldTree, nodes: Sized, where: str) -> None:
    """Check one fold: parents come first, every node has a place."""
    for column in ("path", "type", "kind", "count", "parent", "op_count"):
        same_length(getattr(tree, column), tree.name, f"{where}.{column}")
    same_length(tree.node_group, nodes, f"{where}.node_group")
    within(tree.node_group, tree.name, f"{where}.node_group", "groups", none=True)
    depths: list[int] = []
    for index, parent in enumerate(tree.parent):
        if not -1 <= parent < index:
            raise damaged(f"{where}.parent[{index}]", f"{parent} is no earlier group")
        depths.append(1 if parent < 0 else depths[parent] + 1)
        if depths[-1] > DEEPEST:
            raise damaged(f"{where}.parent[{index}]", f"groups are nested more than {DEEPEST} deep")


def check_steps(report: Report) -> None:
    """Check the stitched picture: its steps, and the links between graphs."""
    tables: dict[str, Sized] = {"graph": report.graphs, "break": report.breaks, "skip": report.skips}
    for index, step in enumerate(report.steps):
        within((step.index,), tables[step.kind], f"steps[{index}].index", f"{step.kind}s")
    for index, link in enumerate(report.links):
        where = f"links[{index}]"
        within((link.from_graph, link.to_graph), report.graphs, where, "graphs")
        within((link.from_node,), report.graphs[link.from_graph].nodes.name, f"{where}.from_node", "nodes")
        within((link.to_node,), report.graphs[link.to_graph].nodes.name, f"{where}.to_node", "nodes")


def check_breaks(report: Report) -> None:
    """Check what breaks, causes, skips and compilations refer to."""
    within((one.cause for one in report.breaks), report.causes, "breaks.cause", "causes", none=True)
    within((index for one in report.causes for index in one.breaks), report.breaks, "causes.breaks", "breaks")
    within((one.break_index for one in report.skips), report.breaks, "skips.break_index", "breaks", none=True)
    for index, one in enumerate(report.compilations):
        where = f"compilations[{index}]"
        within(one.graphs, report.graphs, f"{where}.graphs", "graphs")
        within((one.break_index,), report.breaks, f"{where}.break_index", "breaks", none=True)
        within((one.guards,), report.guards, f"{where}.guards", "guards", none=True)
        within((one.recompile,), report.recompiles, f"{where}.recompile", "recompiles", none=True)


def check_guards(report: Report) -> None:
    """Check that guards have a source, and that sources come after their parents."""
    for index, tree in enumerate(report.guards):
        where = f"guards[{index}]"
        within((guard.source for guard in tree.guards), tree.sources, f"{where}.guards.source", "sources", none=True)
        for number, source in enumerate(tree.sources):
            if not -1 <= source.parent < number:
                raise damaged(f"{where}.sources[{number}].parent", f"{source.parent} is no earlier source")


def check_runs(report: Report) -> None:
    """Check the tables of frames and graph runs."""
    for column in ("start_ns", "duration_ns", "depth", "thread", "ended"):
        same_length(getattr(report.frames, column), report.frames.code, f"frames.{column}")
    within(report.frames.code, report.codes, "frames.code", "codes")
    for column in ("start_ns", "duration_ns", "thread"):
        same_length(getattr(report.runs, column), report.runs.graph, f"runs.{column}")
    for column in ("start_ns", "duration_ns", "thread"):
        same_length(getattr(report.python, column), report.python.code, f"python.{column}")
    within(report.python.code, report.codes, "python.code", "codes")
    within(report.runs.graph, report.graphs, "runs.graph", "graphs")


def check_sources(report: Report) -> None:
    """Check what is said about lines: colours, marks, guards and times."""
    tables: dict[str, Sized] = {"graph": report.graphs, "break": report.breaks, "skip": report.skips}
    for index, source in enumerate(report.sources):
        where = f"sources[{index}]"
        colours, guards = source.colours, source.guards
        for column in ("start", "length", "kind"):
            same_length(getattr(colours, column), colours.line, f"{where}.colours.{column}")
        within(colours.line, source.lines, f"{where}.colours.line", "lines")
        within(colours.kind, colours.kinds, f"{where}.colours.kind", "kinds")
        for kind, table in tables.items():
            marked = (mark.index for mark in source.marks if mark.kind == kind)
            within(marked, table, f"{where}.marks.index", f"{kind}s")
        for column in ("count", "tree", "guard"):
            same_length(getattr(guards, column), guards.line, f"{where}.guards.{column}")
        within(guards.tree, report.guards, f"{where}.guards.tree", "guard trees")
        for tree, guard in zip(guards.tree, guards.guard, strict=True):
            within((guard,), report.guards[tree].guards, f"{where}.guards.guard", "guards")
        within((graph for time in source.times for graph in time.graphs), report.graphs, f"{where}.times", "graphs")


def within(indices: Iterable[int], table: Sized, where: str, name: str, *, none: bool = False) -> None:
    """Refuse an index outside ``table``; -1 passes where ``none`` says that it means "none"."""
    lowest, size = (-1 if none else 0), len(table)
    for index in indices:
        if not lowest <= index < size:
            raise damaged(where, f"no {index} among {size} {name}")


def same_length(column: Sequence[object], other: Sized, where: str) -> None:
    """Refuse a column that is shorter or longer than its table."""
    if len(column) != len(other):
        raise damaged(where, f"{len(column)} entries instead of {len(other)}")


def damaged(field: str, problem: str) -> BadReportError:
    """The error for a field that is wrong."""
    return BadReportError(f"The report is damaged: field `{field}`: {problem}. Save it again with `to_json`.")
