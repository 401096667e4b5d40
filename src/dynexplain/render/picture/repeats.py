"""Shows equal layers once: the first of them stands for all, under the name of the repeat."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass, field

from ...model.report import FoldTree


@dataclass
class Merged:
    """A fold tree in which every repeat holds what its first turn holds.

    ``parent`` and ``node_group`` replace those of the tree; a group that is shown nowhere has the parent ``GONE``.
    ``stand_in`` gives for every node the node that is drawn in its place, itself as a rule.
    """

    parent: list[int]
    node_group: list[int]
    stand_in: list[int]
    path: list[str]
    turns: list[dict[int, int]] = field(default_factory=list)
    """For each repeat: which turn of it each node belongs to."""

    def is_drawn(self, tail: int, head: int) -> bool:
        """Whether an edge between two nodes is drawn: inside a repeat only those of the first turn are."""
        both = (turn for turn in self.turns if tail in turn and head in turn)
        return all(turn[tail] == turn[head] == 0 for turn in both)


GONE = -2
NUMBER = re.compile(r"\W?\d+\W?$")


def merge_repeats(tree: FoldTree, ops: Sequence[int]) -> Merged:
    """Fold the turns of every repeat into the first one.

    Args:
        tree: The tree of a graph.
        ops: The nodes that are drawn as ops, in order.
    """
    merged = Merged(list(tree.parent), list(tree.node_group), list(range(len(tree.node_group))), list(tree.path))
    members = ops_by_group(tree, ops)
    for group, kind in enumerate(tree.kind):
        if kind == "repeat" and merged.parent[group] != GONE:
            merge_one(group, tree, members, merged)
    merged.stand_in = [final(node, merged.stand_in) for node in range(len(merged.stand_in))]
    return merged


def merge_one(repeat: int, tree: FoldTree, members: Sequence[list[int]], merged: Merged) -> None:
    """Let the first turn of one repeat stand for the others, if they are numbered and have as many ops."""
    inside = [group for group in range(len(tree.parent)) if holder(group, tree) == repeat and members[group]]
    for group in inside:
        if tree.kind[group] == "split":
            merged.parent[group] = GONE
    turns = [group for group in inside if tree.kind[group] != "split"]
    turns.sort(key=lambda group: members[group][0])
    if len({NUMBER.sub("", tree.name[turn]) for turn in turns}) > 1:
        dissolve(repeat, turns, merged)
        return
    if not turns or len({len(members[turn]) for turn in turns}) > 1 or repeat in tree.node_group:
        return
    first, *others = turns
    for turn in others:
        for node, twin in zip(members[turn], members[first], strict=True):
            merged.stand_in[node] = twin
    gone = set(others)
    for group, parent in enumerate(tree.parent):
        if group in gone or parent in gone:
            gone.add(group)
            merged.parent[group] = GONE
        elif parent == first:
            merged.parent[group] = repeat
    merged.parent[first] = GONE
    merged.path[repeat] = tree.path[first]
    merged.node_group = [repeat if group == first else group for group in merged.node_group]
    merged.turns.append({node: number for number, turn in enumerate(turns) for node in members[turn]})


def holder(group: int, tree: FoldTree) -> int:
    """The group around a group; slices of it do not count."""
    parent = tree.parent[group]
    while parent >= 0 and tree.kind[parent] == "split":
        parent = tree.parent[parent]
    return parent


def dissolve(repeat: int, turns: Sequence[int], merged: Merged) -> None:
    """Neighbours that are alike but have names of their own (query, key, value) are drawn side by side."""
    for turn in turns:
        merged.parent[turn] = merged.parent[repeat]
    merged.parent[repeat] = GONE


def ops_by_group(tree: FoldTree, ops: Sequence[int]) -> list[list[int]]:
    """The ops in each group, all levels, in order."""
    members: list[list[int]] = [[] for _ in tree.name]
    for node in ops:
        group = tree.node_group[node]
        while group >= 0:
            members[group].append(node)
            group = tree.parent[group]
    return members


def final(node: int, stand_in: Sequence[int]) -> int:
    """Follow stand-ins of stand-ins, as repeats within repeats make them."""
    while stand_in[node] != node:
        node = stand_in[node]
    return node
