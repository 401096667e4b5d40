"""Decides which groups of which graphs are open, so that a picture stays readable."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

from ...model.report import Graph
from .groups import ROOT, By, Groups, choose_tree

READABLE = 40
"""Boxes that a person takes in at a glance."""
LEGIBLE = 120
"""Boxes that still can be read, for graphs that have no groups to fold."""


@dataclass(frozen=True)
class Fold:
    """One graph, folded: ``open`` holds the groups that show what is in them; ROOT in it opens the graph."""

    groups: Groups
    open: frozenset[int]

    def outermost_closed(self, group: int) -> int | None:
        """The group that hides everything in ``group``, None if it can be seen."""
        hiding = None if group in self.open else group
        while group != ROOT:
            group = self.groups.merged.parent[group]
            if group not in self.open:
                hiding = group
        return hiding


@dataclass(frozen=True)
class Unit:
    """Groups of one graph that are opened together or not at all."""

    graph: int
    groups: tuple[int, ...]


def fold(graphs: Iterable[Graph], by: By, depth: int | None, limit: int) -> dict[int, Fold]:
    """Open groups level by level, as far as ``depth`` says and while at most ``limit`` boxes can be seen.

    Args:
        graphs: The graphs of the picture.
        by: Fold by module or by the functions of the user's source.
        depth: Levels to open: 0 shows one box per graph, 1 its outermost modules; None is as deep as fits.
        limit: The greatest number of boxes.

    Returns:
        The fold of each graph, by its index.
    """
    table = {graph.index: Groups(graph, choose_tree(graph, by)) for graph in graphs}
    opened = open_groups(table, depth, limit)
    if depth is None and limit == READABLE and not any(opened.values()):
        opened = open_groups(table, depth, LEGIBLE)
    return {index: Fold(groups, frozenset(opened[index])) for index, groups in table.items()}


def open_groups(table: dict[int, Groups], depth: int | None, limit: int) -> dict[int, set[int]]:
    """Open breadth first, so that no part is shown in detail while another is one box without need."""
    opened: dict[int, set[int]] = {index: set() for index in table}
    shown = len(table)
    level = [Unit(index, (ROOT,)) for index, groups in table.items() if ROOT in groups.first_op]
    reached = 0
    while level and (depth is None or reached < depth):
        deeper: list[Unit] = []
        for unit in level:
            groups = table[unit.graph]
            more = sum(groups.size(group) - 1 for group in unit.groups)
            if shown + more <= limit:
                shown += more
                opened[unit.graph].update(unit.groups)
                deeper += [below for group in unit.groups for below in units_in(group, unit.graph, groups, opened)]
        level = deeper
        reached += 1
    return opened


def units_in(group: int, graph: int, groups: Groups, opened: dict[int, set[int]]) -> list[Unit]:
    """What can be opened next in a group: parts of the same class together, so that equals look equal."""
    alike: dict[str, list[int]] = {}
    for child in groups.children.get(group, ()):
        inner = skip_wrappers(child, groups, opened[graph])
        if inner is not None and groups.tree is not None:
            alike.setdefault(groups.tree.type[inner], []).append(inner)
    return [Unit(graph, tuple(members)) for members in alike.values()]


def skip_wrappers(group: int, groups: Groups, opened: set[int]) -> int | None:
    """Open groups that only wrap something, and return the first that does not; None if an op was in them."""
    while groups.passes_through(group):
        opened.add(group)
        if group not in groups.children:
            return None
        group = groups.children[group][0]
    return group
