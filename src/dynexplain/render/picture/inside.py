"""Draws one graph: its frame, the boxes in it, and the edges between those."""

from __future__ import annotations

import re
from collections.abc import Iterable

from ...model.report import Graph, Report
from .. import labels
from .fold import Fold
from .groups import ROOT, Groups
from .parts import Box, Cluster, Edge, Part

FOLDED_ROLES = ("parameter", "buffer", "constant")
"""What is written into the op that uses it instead of being a box."""
NAMED_PARAMETERS = 3
"""So many parameter names fit on an op; more are counted."""
CONSTANTS = 20
"""So many characters of constant arguments fit behind the name of an op."""
TOP_LEVEL_COMMA = re.compile(r", (?![^(\[]*[)\]])")
SILENT = ("None", "True", "False")
"""Constants that tell nothing without the name of their parameter."""
NAME = re.compile(r"\w+")
TEXT = 48
"""Characters of a name or a note: longer ones are cut."""


def draw_graph(fold: Fold, report: Report) -> Part:
    """Draw one graph as it is folded, without its inputs and returns."""
    groups = fold.groups
    graph = groups.graph
    box_of_node = {node: box_of(node, fold) for node in groups.op_nodes}
    if ROOT not in fold.open:
        box = closed_graph(graph)
        return Part(box, (box.id,), (box.id,), box_of_node=dict.fromkeys(box_of_node, box.id))
    edges = merged_edges(groups, box_of_node)
    differs = labels.plain(graph.differs)
    frame = Cluster(
        id=f"cluster_g{graph.index}",
        label=labels.graph_name(graph),
        note=" · ".join(filter(None, (labels.plural(graph.op_count, "op"), labels.one_line(differs, TEXT)))),
        graph=graph.index,
        is_graph=True,
        items=tuple(items_in(ROOT, fold, report)),
    )
    shown = list(dict.fromkeys(box_of_node.values()))
    heads, tails = {edge.head for edge in edges}, {edge.tail for edge in edges}
    return Part(
        item=frame,
        entries=tuple(box for box in shown if box not in heads),
        exits=tuple(box for box in shown if box not in tails),
        edges=edges,
        box_of_node=box_of_node,
    )


def box_of(node: int, fold: Fold) -> str:
    """The id of the box in which an op is seen."""
    graph, merged = fold.groups.graph.index, fold.groups.merged
    shown = merged.stand_in[node]
    hiding = fold.outermost_closed(merged.node_group[shown])
    if hiding is None:
        return f"g{graph}n{shown}"
    return f"g{graph}" if hiding == ROOT else f"g{graph}m{hiding}"


def merged_edges(groups: Groups, box_of_node: dict[int, str]) -> tuple[Edge, ...]:
    """The edges between boxes: lifted to what is visible, each pair once, none from a box to itself."""
    inputs = groups.graph.nodes.inputs
    pairs = (
        (box_of_node[read], box)
        for node, box in box_of_node.items()
        for read in inputs[node]
        if read in box_of_node and groups.merged.is_drawn(read, node)
    )
    return tuple(Edge(tail, head) for tail, head in dict.fromkeys(pairs) if tail != head)


def items_in(group: int, fold: Fold, report: Report, prefix: str = "") -> Iterable[Box | Cluster]:
    """The boxes and frames directly in an open group, in order of execution."""
    groups = fold.groups
    inside = [(groups.first_op[child], child, True) for child in groups.children.get(group, ())]
    inside += [(node, node, False) for node in groups.ops.get(group, ())]
    for _, index, is_group in sorted(inside):
        if is_group:
            yield from draw_group(index, fold, report, prefix)
        else:
            yield op_box(index, groups, report, prefix.removesuffix("."))


def draw_group(group: int, fold: Fold, report: Report, prefix: str) -> Iterable[Box | Cluster]:
    """A closed group is a box, an open one a frame; one that only wraps something lends it its name."""
    groups, tree = fold.groups, fold.groups.tree
    assert tree is not None, "only a tree has groups"
    times = labels.times(tree.count[group]) if groups.is_repeat(group) else ""
    # The children of a Sequential are called 0, 1, 2: repeated, they go by the name of what holds them.
    is_number = bool(times and prefix and tree.name[group].isdecimal())
    name = f"{prefix.removesuffix('.') if is_number else prefix + tree.name[group]}{times}"
    if groups.passes_through(group) and group in fold.open:
        # Functions on the way to an op are noise; the modules on the way are its address.
        yield from items_in(group, fold, report, prefix=f"{name}." if tree.by == "module" else "")
        return
    graph = groups.graph.index
    shown = labels.one_line(name, TEXT)
    if group in fold.open:
        inside = tuple(items_in(group, fold, report))
        yield Cluster(f"cluster_g{graph}m{group}", shown, labels.one_line(tree.type[group], TEXT), graph, False, inside)
        return
    yield Box(
        id=f"g{graph}m{group}",
        kind="repeat" if times else "module",
        label=f"▸ {shown}",
        note=labels.plural(tree.op_count[group], "op"),
        tooltip=f"{tree.path[group]} · {tree.type[group]}",
        graph=graph,
    )


def closed_graph(graph: Graph) -> Box:
    """A whole graph as one box."""
    return Box(
        id=f"g{graph.index}",
        kind="graph",
        label=labels.graph_name(graph),
        note=labels.plural(graph.op_count, "op"),
        tooltip=f"{graph.function} · {labels.place(graph.location)}",
        graph=graph.index,
    )


def op_box(node: int, groups: Groups, report: Report, module: str) -> Box:
    """An op with the parameters that it reads, and with the name of the module that is nothing but this op."""
    nodes = groups.graph.nodes
    strings = nodes.strings
    stack = report.stacks[nodes.stack[node]] if nodes.stack[node] >= 0 else ()
    shape = labels.tensor(strings[nodes.dtype[node]], strings[nodes.shape[node]])
    where = labels.place(report.locations[stack[-1]]) if stack else ""
    return Box(
        id=f"g{groups.graph.index}n{node}",
        kind="op",
        label=labels.one_line(named(module, strings[nodes.target[node]]) + constants_of(node, groups), TEXT),
        note=parameters_of(node, groups),
        tooltip=" · ".join(part for part in (strings[nodes.qualified[node]], shape, where) if part),
        graph=groups.graph.index,
    )


def named(module: str, op: str) -> str:
    """The name of a module that is one op, and the op: ``dense: linear``.

    The module's name is enough where it says the same (``LayerNorm``, ``dropout1``), the op where it is a number.
    """
    if module.isdecimal():
        return op
    own_name = module.rpartition(".")[2].replace("_", "").rstrip("0123456789")
    same = own_name.lower() == op.replace("_", "").lower()
    return f"{module}: {op}" if module and not same else module or op


def constants_of(node: int, groups: Groups) -> str:
    """The arguments that are no values of the graph (``gt 0``, ``sum dim=1``), if there is room for them.

    An op with parameters is known by those.
    """
    nodes = groups.graph.nodes
    if any(nodes.strings[nodes.role[read]] in FOLDED_ROLES for read in nodes.inputs[node]):
        return ""
    reads = {nodes.name[read] for read in nodes.inputs[node]}
    given = [part for part in TOP_LEVEL_COMMA.split(nodes.strings[nodes.args[node]]) if part]
    told = (part for part in given if not part.endswith("…") and part not in SILENT)
    constants = ", ".join(part for part in told if not reads & set(NAME.findall(part)))
    return f" {constants}" if 0 < len(constants) <= CONSTANTS else ""


def parameters_of(node: int, groups: Groups) -> str:
    """The names of the parameters that an op reads, as short as the frame around the op allows."""
    nodes = groups.graph.nodes
    group = groups.merged.node_group[node]
    prefix = f"{groups.merged.path[group]}." if group != ROOT else ""
    names = [
        nodes.strings[nodes.target[read]].removeprefix(prefix)
        for read in dict.fromkeys(nodes.inputs[node])
        if nodes.strings[nodes.role[read]] in FOLDED_ROLES
    ]
    return labels.one_line(", ".join(names), TEXT) if len(names) <= NAMED_PARAMETERS else f"{len(names)} parameters"
