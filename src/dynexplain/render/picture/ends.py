"""Draws where a graph begins and ends: the inputs it takes, and what is returned."""

from __future__ import annotations

from dataclasses import replace

from ...model.report import Graph, Report
from .. import labels
from .parts import Box, Edge, Part

NAMED_INPUTS = 6
"""So many inputs of a graph get a box each; more share one."""
TEXT = 48
"""Characters of a name: longer ones are cut."""


def with_ends(part: Part, report: Report, *, is_last: bool, alone: bool) -> Part:
    """Add the inputs of a graph, and what the last graph returns."""
    index = part.item.graph
    graph = report.graphs[index]
    linked = set() if alone else {link.to_node for link in report.links if link.to_graph == index}
    inputs, edges = inputs_of(graph, part, linked)
    returns: list[Box] = []
    if alone or (is_last and graph.ended_by < 0):
        returns, more = return_of(graph, part, inputs)
        edges = [*edges, *more]
    return replace(part, edges=(*part.edges, *edges), inputs=tuple(inputs), returns=tuple(returns))


def inputs_of(graph: Graph, part: Part, linked: set[int]) -> tuple[list[Box], list[Edge]]:
    """Boxes for the inputs that something reads and that no earlier graph made; none for parameters."""
    nodes = graph.nodes
    readers: dict[int, list[str]] = {}
    for node, reader in part.box_of_node.items():
        for read in nodes.inputs[node]:
            if nodes.strings[nodes.role[read]] == "input" and read not in linked:
                readers.setdefault(read, []).append(reader)
    names = {node: nodes.strings[nodes.target[node]] for node in readers}
    if len(readers) > NAMED_INPUTS:
        tooltip = labels.one_line(", ".join(names.values()), 400)
        all_inputs = Box(f"g{graph.index}in", "input", labels.plural(len(readers), "input"), tooltip=tooltip)
        every_head = dict.fromkeys(head for heads in readers.values() for head in heads)
        return [all_inputs], [Edge(all_inputs.id, head) for head in every_head]
    drawn: list[Box] = []
    edges: list[Edge] = []
    for node, heads in readers.items():
        box = Box(f"g{graph.index}n{node}", "input", labels.one_line(names[node], TEXT), shape_of(graph, node))
        drawn.append(box)
        edges += [Edge(box.id, head) for head in dict.fromkeys(heads)]
    return drawn, edges


def return_of(graph: Graph, part: Part, inputs: list[Box]) -> tuple[list[Box], list[Edge]]:
    """The box of what a graph returns."""
    nodes = graph.nodes
    outputs = [node for node, role in enumerate(nodes.role) if nodes.strings[role] == "output"]
    reads = list(dict.fromkeys(read for node in outputs for read in nodes.inputs[node]))
    own_inputs = {box.id for box in inputs}
    found = (part.box_of_node.get(read, f"g{graph.index}n{read}") for read in reads)
    tails = [tail for tail in dict.fromkeys(found) if tail in own_inputs or tail in part.box_of_node.values()]
    if not tails:
        return [], []
    note = shape_of(graph, reads[0]) if len(reads) == 1 else labels.plural(len(reads), "value")
    box = Box(f"g{graph.index}out", "return", "return", note)
    return [box], [Edge(tail, box.id) for tail in tails]


def shape_of(graph: Graph, node: int) -> str:
    """The dtype and shape of a node's value."""
    nodes = graph.nodes
    return labels.one_line(labels.tensor(nodes.strings[nodes.dtype[node]], nodes.strings[nodes.shape[node]]), 40)
