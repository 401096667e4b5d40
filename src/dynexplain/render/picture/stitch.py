"""Report → the stitched picture: graphs in the order they ran, joined by what Python did between them."""

from __future__ import annotations

from itertools import pairwise

from ...model.report import Report, Step
from .. import labels
from .ends import with_ends
from .fold import READABLE, fold
from .groups import By
from .inside import draw_graph
from .parts import Box, Edge, Part, Picture

FIRST_STEPS, LAST_STEPS = 30, 10
"""How many steps are drawn when a run has very many; what lies between is counted in one box."""
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
    parts: list[Part] = []
    at: dict[int, int] = {}
    for position, step in enumerate(steps):
        if left_out and position == FIRST_STEPS:
            parts.append(single(Box("more", "more", labels.elided(left_out))))
        if step.kind == "graph" and step.index not in at:
            at[step.index] = len(parts)
            part = draw_graph(folds[step.index], report)
            parts.append(with_ends(part, report, is_last=_is_last(position, steps, report), alone=only is not None))
        else:
            parts.append(single(step_box(position, step, report)))
    links = link_edges(report, parts, at)
    linked = {(edge.tail, edge.head) for edge in links}
    order = [edge for column in columns(steps, parts, report) for edge in order_edges(column, linked)]
    items = tuple(item for part in parts for item in (*part.inputs, part.item, *part.returns))
    edges = tuple(edge for part in parts for edge in part.edges)
    return Picture(items, (*edges, *links, *order))


def steps_to_draw(report: Report) -> tuple[tuple[Step, ...], tuple[Step, ...]]:
    """The steps of the run, and those left out of the middle; graphs alone if no step was recorded."""
    steps = report.steps or tuple(Step("graph", graph.index, "") for graph in report.graphs)
    if len(steps) <= FIRST_STEPS + LAST_STEPS:
        return steps, ()
    return steps[:FIRST_STEPS] + steps[-LAST_STEPS:], steps[FIRST_STEPS:-LAST_STEPS]


def single(box: Box) -> Part:
    """A step that is one box."""
    return Part(box, (box.id,), (box.id,))


def _is_last(position: int, steps: tuple[Step, ...], report: Report) -> bool:
    """Whether the program returns after a step: the last one, or the last before the next version begins."""
    if position == len(steps) - 1:
        return True
    here, after = steps[position], steps[position + 1]
    if after.kind != "graph" or here.kind != "graph":
        return False
    return report.graphs[after.index].version > report.graphs[here.index].version


def columns(steps: tuple[Step, ...], parts: list[Part], report: Report) -> list[list[Part]]:
    """The steps one below the other; versions of the same pieces are no later steps, and stand side by side.

    Versions that take each other's values did run one after the other: layers of one class.
    """
    version_of = {graph.index: graph.version for graph in report.graphs}
    sequel = any(version_of[link.from_graph] != version_of[link.to_graph] for link in report.links)
    if sequel or len(parts) != len(steps):
        return [parts]
    ended = {graph.ended_by: graph.version for graph in report.graphs if graph.ended_by >= 0}
    found: dict[int, list[Part]] = {}
    version = 1
    for step, part in zip(steps, parts, strict=True):
        version = version_of[step.index] if step.kind == "graph" else ended.get(step.index, version)
        found.setdefault(version, []).append(part)
    return list(found.values())


def step_box(position: int, step: Step, report: Report) -> Box:
    """The box of a break, of a function left to Python, or of a graph that runs again."""
    text = labels.one_line(labels.plain(step.text), TEXT)
    if step.kind == "break":
        broken = report.breaks[step.index]
        label = text or labels.one_line(broken.location.code or broken.gb_type, TEXT)
        line = (broken.user_location or broken.location).line
        note = f"line {line}" if line else ""
        return Box(f"s{position}", "break", f"✕ {broken.number}  {label}", note, labels.plain(broken.reason))
    if step.kind == "skip":
        skip = report.skips[step.index]
        label = text or labels.one_line(skip.function, TEXT)
        return Box(f"s{position}", "skip", label, tooltip=labels.plain(skip.text or skip.reason))
    name = labels.graph_name(report.graphs[step.index])
    return Box(f"s{position}", "graph", f"{name} again", tooltip=labels.plain(step.text), graph=step.index)


def link_edges(report: Report, parts: list[Part], at: dict[int, int]) -> list[Edge]:
    """Tensors that one graph made and a later one takes, straight from op to op.

    Not through the breaks between them: what Python read there is not known to be these tensors. A value that is only
    printed is in no link, and the edge to its `print` would begin at another op.

    Args:
        report: The report.
        parts: The steps that are drawn.
        at: The position in ``parts`` of each graph.
    """
    found: dict[Edge, None] = {}
    for link in report.links:
        if link.from_graph not in at or link.to_graph not in at:
            continue
        start, end = parts[at[link.from_graph]], parts[at[link.to_graph]]
        inputs = report.graphs[link.to_graph].nodes.inputs
        tail = start.box_of_node.get(link.from_node)
        heads = dict.fromkeys(box for node, box in end.box_of_node.items() if link.to_node in inputs[node])
        found |= {Edge(tail, head, "link"): None for head in heads if tail and tail != head}
    return list(found)


def order_edges(parts: list[Part], linked: set[tuple[str, str]]) -> list[Edge]:
    """The line of execution from step to step; hidden edges keep the steps below each other."""
    edges: list[Edge] = []
    for before, after in pairwise(parts):
        if not (before.exits and after.entries):
            continue
        pairs = [(before.exits[-1], after.entries[0])]
        pairs += [(tail, after.entries[0]) for tail in before.exits[:-1]]
        pairs += [(before.exits[-1], head) for head in after.entries[1:]]
        own = {*before.box_of_node.values(), before.item.id}, {*after.box_of_node.values(), after.item.id}
        is_linked = any(tail in own[0] and head in own[1] for tail, head in linked)
        if not is_linked:
            edges.append(Edge(*pairs[0], "order", before.cluster, after.cluster))
        edges += [Edge(tail, head, "hidden") for tail, head in (pairs if is_linked else pairs[1:])]
    return edges
