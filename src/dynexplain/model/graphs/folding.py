"""Folds a graph: nodes with nested keys → a tree of groups, with repeated groups gathered as ×N."""

from __future__ import annotations

import math
import re
from collections.abc import Hashable, Sequence
from dataclasses import dataclass, field
from itertools import pairwise
from typing import Literal, NamedTuple

from ..report import FoldTree

MANY = 100
"""A group with more items than this is cut into slices."""
SLICE = 50
"""Items of a slice, at most."""


class Level(NamedTuple):
    """One level of nesting of a node."""

    key: Hashable
    """Nodes in a row with equal keys share the group."""
    name: str
    path: str
    type: str


@dataclass
class _Group:
    level: Level
    kind: Literal["module", "repeat", "split", "source"]
    items: list[_Group | int] = field(default_factory=list)
    count: int = 1


def fold(
    by: Literal["module", "source"],
    levels: Sequence[tuple[Level, ...]],
    labels: Sequence[str],
    is_op: Sequence[bool],
) -> FoldTree:
    """Build the tree.

    A group is a stretch of nodes in execution order: a module that is called twice gives two groups, so that a folded
    graph has no cycles.

    Args:
        by: What the levels are.
        levels: Per node, outermost first. Nodes without an op of their own (placeholders) have none.
        labels: Per node, what makes two nodes alike (the operation).
        is_op: Per node, whether it counts as an op.
    """
    root = _Group(Level(None, "", "", ""), by)
    path: list[_Group] = [root]
    for node, node_levels in enumerate(levels):
        if not is_op[node]:
            continue
        common = 0
        while (
            common < len(node_levels)
            and common + 1 < len(path)
            and path[common + 1].level.key == node_levels[common].key
        ):
            common += 1
        del path[common + 1 :]
        for level in node_levels[common:]:
            group = _Group(level, by)
            path[-1].items.append(group)
            path.append(group)
        path[-1].items.append(node)
    _gather_repeats(root, labels)
    _split(root)
    return _flatten(by, root, len(levels), is_op)


def _signature(group: _Group, labels: Sequence[str]) -> Hashable:
    """What makes two groups alike: class, operations and nesting, but no names."""
    return (
        group.level.type,
        tuple(labels[item] if isinstance(item, int) else _signature(item, labels) for item in group.items),
    )


def _gather_repeats(group: _Group, labels: Sequence[str]) -> None:
    """Replace runs of alike neighbours, such as the layers of an encoder, by one group that holds them."""
    for item in group.items:
        if isinstance(item, _Group):
            _gather_repeats(item, labels)
    gathered: list[_Group | int] = []
    start = 0
    while start < len(group.items):
        end = start + 1
        while end < len(group.items) and _alike(group.items[start], group.items[end], labels):
            end += 1
        run = [item for item in group.items[start:end] if isinstance(item, _Group)]
        if len(run) > 1:
            gathered.append(_repeat(run))
        else:
            gathered.extend(group.items[start:end])
        start = end
    group.items = gathered


_NUMBERED = re.compile(r"^(.*?)[.\[]?\d+\]?$")


def _alike(one: _Group | int, other: _Group | int, labels: Sequence[str]) -> bool:
    """Whether two neighbours are members of one series: the same name but for the number, and the same inside."""
    if isinstance(one, int) or isinstance(other, int) or one.kind == "repeat" or other.kind == "repeat":
        return False
    if one.kind == "module":
        names = [_NUMBERED.match(group.level.path) for group in (one, other)]
        if any(name is None for name in names) or names[0][1] != names[1][1]:  # type: ignore[index]
            return False
    elif one.level.name != other.level.name:
        return False
    return _signature(one, labels) == _signature(other, labels)


def _repeat(run: list[_Group]) -> _Group:
    first = run[0].level
    numbered_name, numbered_path = _NUMBERED.match(first.name), _NUMBERED.match(first.path)
    # The members of a bare Sequential are called 0, 1, 2: then what they are says more.
    name = (numbered_name[1] or first.type) if numbered_name else first.name
    path = (numbered_path[1] or first.path) if numbered_path else first.path
    return _Group(Level(("repeat", first.key), name, path, first.type), "repeat", list(run), len(run))


def _split(group: _Group) -> None:
    """Cut a group with very many items into slices, so that what unfolds is a picture and no wall."""
    for item in group.items:
        if isinstance(item, _Group):
            _split(item)
    if len(group.items) <= MANY:
        return
    slices = min(MANY, math.ceil(len(group.items) / SLICE))
    bounds = [len(group.items) * at // slices for at in range(slices + 1)]
    group.items = [_slice(group, start, end) for start, end in pairwise(bounds)]


def _slice(group: _Group, start: int, end: int) -> _Group:
    name = f"{start + 1}–{end} of {len(group.items)}"
    made = _Group(Level(("split", start), name, group.level.path, group.level.type), "split", group.items[start:end])
    _split(made)
    return made


def _flatten(by: Literal["module", "source"], root: _Group, nodes: int, is_op: Sequence[bool]) -> FoldTree:
    groups: list[_Group] = []
    parents: list[int] = []
    node_group = [-1] * nodes

    def walk(group: _Group, index: int) -> int:
        ops = 0
        for item in group.items:
            if isinstance(item, int):
                node_group[item] = index
                ops += is_op[item]
            else:
                child = len(groups)
                groups.append(item)
                parents.append(index)
                counts.append(0)
                counts[child] = walk(item, child)
                ops += counts[child]
        return ops

    counts: list[int] = []
    walk(root, -1)
    return FoldTree(
        by=by,
        name=tuple(group.level.name for group in groups),
        path=tuple(group.level.path for group in groups),
        type=tuple(group.level.type for group in groups),
        kind=tuple(group.kind for group in groups),
        count=tuple(group.count for group in groups),
        parent=tuple(parents),
        op_count=tuple(counts),
        node_group=tuple(node_group),
    )
