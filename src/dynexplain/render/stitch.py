"""Report → the stitched picture: graphs in the order they ran, joined by what Python did between them."""

from __future__ import annotations

from itertools import pairwise

from dynexplain.model.report import Graph, Report, Step
from dynexplain.render import labels
from dynexplain.render.fold import READABLE, By, fold
from dynexplain.render.inside import draw_graph
from dynexplain.render.picture import Box, Cluster, Edge, Part, Picture

FIRST_STEPS, LAST_STEPS = 30, 10
"""How many steps are drawn when a run has very many; what lies between is counted in one box."""
NAMED_INPUTS = 6
"""So many inputs of a graph get a box each; more share one."""
TEXT = 64
"""Characters of a box: longer text is cut."""


def stitch(report: Report, *, only: int | None, by: By, depth: int | None, limit: int = READABLE) -> Picture:
    """Build the picture of a report.

    Args:
        report: What to draw.
        only: Draw this one graph; None draws all, with what joins them.
        by: Fold by module or by source.
        depth: Levels to open; None is as deep as stays readable.
        limit: The greatest number of boxes in graphs.
    """
    steps, left_out = steps_to_draw(report) if only is None else ((Step("graph", only, ""),), ())
    drawn = dict.fromkeys(step.index for step in steps if step.kind == "graph")
    folds = fold((report.graphs[index] for index in drawn), by, depth, limit)
    graphs = {index: draw_graph(folds[index], report) for index in drawn}
    parts: list[Part] = []
    shown: set[int] = set()
    for position, step in enumerate(steps):
        if left_out and position == FIRST_STEPS:
            parts.append(single(Box("more", "more", labels.elided(left_out))))
        if step.kind == "graph" and step.index not in shown:
            shown.add(step.index)
            parts.append(with_ends(graphs[step.index], report, position == len(steps) - 1, only is not None))
        else:
            parts.append(single(step_box(position, step, report)))
    items = tuple(item for part in parts for item in (*part.around, part.item))
    edges = tuple(edge for part in parts for edge in part.edges)
    return Picture(items, (*edges, *link_edges(report, graphs), *order_edges(parts)))


def steps_to_draw(report: Report) -> tuple[tuple[Step, ...], tuple[Step, ...]]:
    """The steps of the run, and those left out of the middle; graphs alone if no step was recorded."""
    steps = report.steps or tuple(Step("graph", graph.index, "") for graph in report.graphs)
    if len(steps) <= FIRST_STEPS + LAST_STEPS:
        return steps, ()
    return steps[:FIRST_STEPS] + steps[-LAST_STEPS:], steps[FIRST_STEPS:-LAST_STEPS]


def single(box: Box) -> Part:
    """A step that is one box."""
    return Part(box, (box.id,), (box.id,))


def step_box(position: int, step: Step, report: Report) -> Box:
    """The box of a break, of a function left to Python, or of a graph that runs again."""
    text = labels.one_line(labels.plain(step.text), TEXT)
    if step.kind == "break":
        broken = report.breaks[step.index]
        label = text or labels.one_line(broken.location.code or broken.gb_type, TEXT)
        return Box(f"s{position}", "break", f"✕ {broken.number}  {label}", tooltip=labels.plain(broken.reason))
    if step.kind == "skip":
        skip = report.skips[step.index]
        label = text or labels.one_line(skip.function, TEXT)
        return Box(f"s{position}", "skip", label, tooltip=labels.plain(skip.text or skip.reason))
    name = labels.graph_name(report.graphs[step.index])
    return Box(f"s{position}", "graph", f"{name} again", tooltip=labels.plain(step.text), graph=step.index)


def with_ends(part: Part, report: Report, is_last: bool, alone: bool) -> Part:
    """Add the inputs of a graph, and what the last graph returns."""
    index = part.item.graph
    graph = report.graphs[index]
    linked = set() if alone else {link.to_node for link in report.links if link.to_graph == index}
    around, edges = inputs_of(graph, part, linked)
    if alone or (is_last and graph.ended_by < 0):
        box, more = return_of(graph, part, around)
        around, edges = [*around, *box], [*edges, *more]
    return Part(part.item, part.entries, part.exits, (*part.edges, *edges), tuple(around), part.box_of_node)


def inputs_of(graph: Graph, part: Part, linked: set[int]) -> tuple[list[Box], list[Edge]]:
    """Boxes for the inputs that something reads and that no earlier graph made; none for parameters."""
    nodes = graph.nodes
    readers: dict[int, list[str]] = {
        node: [] for node, role in enumerate(nodes.role) if nodes.strings[role] == "input" and node not in linked
    }
    for node, box in part.box_of_node.items():
        for read in nodes.inputs[node]:
            if read in readers:
                readers[read].append(box)
    readers = {node: boxes for node, boxes in readers.items() if boxes}
    names = {node: nodes.strings[nodes.target[node]] for node in readers}
    if len(readers) > NAMED_INPUTS:
        tooltip = labels.one_line(", ".join(names.values()), 400)
        box = Box(f"g{graph.index}in", "input", labels.count(len(readers), "input"), tooltip=tooltip)
        heads = dict.fromkeys(head for heads in readers.values() for head in heads)
        return [box], [Edge(box.id, head) for head in heads]
    drawn, edges = [], []
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
    note = shape_of(graph, reads[0]) if len(reads) == 1 else labels.count(len(reads), "value")
    box = Box(f"g{graph.index}out", "return", "return", note)
    return [box], [Edge(tail, box.id) for tail in tails]


def shape_of(graph: Graph, node: int) -> str:
    """The dtype and shape of a node's value."""
    nodes = graph.nodes
    return labels.one_line(labels.tensor(nodes.strings[nodes.dtype[node]], nodes.strings[nodes.shape[node]]), 40)


def link_edges(report: Report, graphs: dict[int, Part]) -> list[Edge]:
    """Tensors that one graph made and a later one takes."""
    found: dict[Edge, None] = {}
    for link in report.links:
        if link.from_graph not in graphs or link.to_graph not in graphs:
            continue
        tail = graphs[link.from_graph].box_of_node.get(link.from_node)
        inputs = report.graphs[link.to_graph].nodes.inputs
        for node, head in graphs[link.to_graph].box_of_node.items():
            if tail is not None and tail != head and link.to_node in inputs[node]:
                found[Edge(tail, head, "link")] = None
    return list(found)


def order_edges(parts: list[Part]) -> list[Edge]:
    """The line of execution from step to step; hidden edges keep the steps below each other."""
    edges: list[Edge] = []
    for before, after in pairwise(parts):
        if not (before.exits and after.entries):
            continue
        edges.append(Edge(before.exits[-1], after.entries[0], "order", before.cluster, after.cluster))
        tails = [Edge(tail, after.entries[0], "hidden") for tail in before.exits[:-1]]
        heads = [Edge(before.exits[-1], head, "hidden") for head in after.entries[1:]]
        edges += tails + heads
    return edges


def graph_frames(picture: Picture) -> list[Cluster]:
    """The frames of open graphs."""
    return [item for item in picture.items if isinstance(item, Cluster)]
