"""One graph and the tree that folds it, with the questions that drawing asks of them."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property
from typing import Literal

from ...model.report import FoldTree, Graph
from .repeats import GONE, Merged, merge_repeats

By = Literal["module", "source"]

ROOT = -1
"""The graph itself, as a group."""


@dataclass(frozen=True)
class Groups:
    """A graph and one of its fold trees, None if it has none."""

    graph: Graph
    tree: FoldTree | None

    @cached_property
    def op_nodes(self) -> tuple[int, ...]:
        """The nodes that are calls; parameters, inputs and outputs are drawn otherwise."""
        nodes = self.graph.nodes
        return tuple(node for node, role in enumerate(nodes.role) if nodes.strings[role] == "op")

    @cached_property
    def merged(self) -> Merged:
        """The tree with its repeats merged; without a tree, one that has no groups."""
        if self.tree is None:
            size = len(self.graph.nodes.name)
            return Merged([], [ROOT] * size, list(range(size)), [])
        return merge_repeats(self.tree, self.op_nodes)

    @cached_property
    def ops(self) -> dict[int, list[int]]:
        """The ops that are drawn directly in each group."""
        found: dict[int, list[int]] = {}
        for node in self.op_nodes:
            if self.merged.stand_in[node] == node:
                found.setdefault(self.merged.node_group[node], []).append(node)
        return found

    @cached_property
    def first_op(self) -> dict[int, int]:
        """The first op in each group, all levels; groups without one have no entry."""
        first = {group: nodes[0] for group, nodes in self.ops.items()}
        for group in range(len(self.merged.parent) - 1, -1, -1):
            parent = self.merged.parent[group]
            if group in first and parent != GONE:
                first[parent] = min(first[group], first.get(parent, first[group]))
        return first

    @cached_property
    def children(self) -> dict[int, list[int]]:
        """The groups directly in each group that hold an op, in order of execution."""
        found: dict[int, list[int]] = {}
        for group, parent in enumerate(self.merged.parent):
            if group in self.first_op and parent != GONE:
                found.setdefault(parent, []).append(group)
        for groups in found.values():
            groups.sort(key=self.first_op.__getitem__)
        return found

    def passes_through(self, group: int) -> bool:
        """Whether a group only wraps one op or one other group, and so needs no frame of its own."""
        if group == ROOT or self.size(group) != 1:
            return False
        return bool(self.ops.get(group)) or not self.is_repeat(group)

    def is_repeat(self, group: int) -> bool:
        """Whether a group stands for several equal ones."""
        return group != ROOT and self.tree is not None and self.tree.kind[group] == "repeat"

    def size(self, group: int) -> int:
        """How many boxes an open group shows while the groups in it are closed."""
        return len(self.ops.get(group, ())) + len(self.children.get(group, ()))


def choose_tree(graph: Graph, by: By) -> FoldTree | None:
    """The tree that was asked for, or the other one if that is missing or has no groups."""
    wanted = [tree for tree in graph.trees if tree.by == by and tree.name]
    others = [tree for tree in graph.trees if tree.name]
    return next(iter(wanted + others), None)
