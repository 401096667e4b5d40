"""Decides which groups of which graphs are open, so that a picture stays readable."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import Literal

from dynexplain.model.report import FoldTree, Graph

By = Literal["module", "source"]

READABLE = 40
"""Boxes that a person takes in at a glance."""
LEGIBLE = 120
"""Boxes that still can be read, for a graph that has no groups to fold."""

ROOT = -1


@dataclass(frozen=True)
class Groups:
    """One graph and the tree that folds it, with the questions that drawing asks. The graph itself is group -1."""

    graph: Graph
    tree: FoldTree | None

    @cached_property
    def is_op(self) -> tuple[bool, ...]:
        """Whether each node is drawn as a box of its own; parameters, inputs and outputs are not."""
        nodes = self.graph.nodes
        return tuple(nodes.strings[role] == "op" for role in nodes.role)

    @cached_property
    def group_of(self) -> tuple[int, ...]:
        """The innermost group of each node."""
        return self.tree.node_group if self.tree else (ROOT,) * len(self.graph.nodes.name)

    @cached_property
    def ops(self) -> dict[int, list[int]]:
        """The ops that lie directly in each group."""
        found: dict[int, list[int]] = {}
        for node, group in enumerate(self.group_of):
            if self.is_op[node]:
                found.setdefault(group, []).append(node)
        return found

    @cached_property
    def first_op(self) -> dict[int, int]:
        """The first op in each group, all levels; groups without one have no entry."""
        first: dict[int, int] = {group: nodes[0] for group, nodes in self.ops.items()}
        if self.tree:
            for group in range(len(self.tree.name) - 1, -1, -1):
                parent = self.tree.parent[group]
                if group in first:
                    first[parent] = min(first[group], first.get(parent, first[group]))
        return first

    @cached_property
    def children(self) -> dict[int, list[int]]:
        """The groups directly in each group that hold an op, in order of execution."""
        found: dict[int, list[int]] = {}
        for group, parent in enumerate(self.tree.parent if self.tree else ()):
            if group in self.first_op:
                found.setdefault(parent, []).append(group)
        for groups in found.values():
            groups.sort(key=self.first_op.__getitem__)
        return found

    def passes_through(self, group: int) -> bool:
        """Whether a group only wraps one other group, and so needs no frame of its own."""
        if group == ROOT or self.tree is None or self.tree.kind[group] == "repeat":
            return False
        return not self.ops.get(group) and len(self.children.get(group, ())) == 1

    def size(self, group: int) -> int:
        """How many boxes an open group shows while the groups in it are closed."""
        return len(self.ops.get(group, ())) + len(self.children.get(group, ()))


@dataclass(frozen=True)
class Fold:
    """One graph, folded: ``open`` holds the groups that show what is in them; -1 in it opens the graph."""

    groups: Groups
    open: frozenset[int]

    def outermost_closed(self, group: int) -> int | None:
        """The group that hides everything in ``group``, None if it can be seen."""
        hiding = None if group in self.open else group
        while group != ROOT and self.groups.tree:
            group = self.groups.tree.parent[group]
            if group not in self.open:
                hiding = group
        return hiding


@dataclass(frozen=True)
class Unit:
    """Groups of one graph that are opened together or not at all: the layers of a repeat, else a single group."""

    graph: int
    groups: tuple[int, ...]


def choose_tree(graph: Graph, by: By) -> FoldTree | None:
    """The tree that was asked for, or the other one if that is missing or has no groups."""
    wanted = [tree for tree in graph.trees if tree.by == by and tree.name]
    others = [tree for tree in graph.trees if tree.name]
    return next(iter(wanted + others), None)


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
    if depth is None and limit < LEGIBLE and not any(opened.values()):
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
                deeper += units_below(unit, groups, opened[unit.graph])
        level = deeper
        reached += 1
    return opened


def units_below(unit: Unit, groups: Groups, opened: set[int]) -> list[Unit]:
    """What can be opened next; groups that only wrap another one are opened on the way."""
    below: list[Unit] = []
    for group in unit.groups:
        inside = [skip_wrappers(child, groups, opened) for child in groups.children.get(group, ())]
        is_repeat = group != ROOT and groups.tree is not None and groups.tree.kind[group] == "repeat"
        below += [Unit(unit.graph, tuple(inside))] if is_repeat and inside else singles(unit.graph, inside)
    return below


def singles(graph: int, groups: Sequence[int]) -> list[Unit]:
    """One unit for each group."""
    return [Unit(graph, (group,)) for group in groups]


def skip_wrappers(group: int, groups: Groups, opened: set[int]) -> int:
    """Open groups that only wrap another one, and return the first that does not."""
    while groups.passes_through(group):
        opened.add(group)
        group = groups.children[group][0]
    return group
