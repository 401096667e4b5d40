"""The tree of guards that really runs, as plain values."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from typing import Any


@dataclass(frozen=True, slots=True)
class RawGuardNode:
    """One manager of the tree: a value that is looked at, and the leaves that look."""

    source: str
    type: str
    parent: int
    leaves: tuple[tuple[str, tuple[str, ...]], ...]
    """(kind, code parts) of each leaf guard."""


RawGuardTree = tuple[RawGuardNode, ...]
"""Managers in pre-order; the root comes first."""


def walk(root: Any) -> Iterator[tuple[Any, int, list[Any]]]:
    """Managers of the tree below a ``RootGuardManager`` in pre-order: (manager, index of its parent, leaf guards).

    With an explicit stack: trees are as deep as the user's objects.
    """
    pending: list[tuple[Any, int]] = [(root, -1)]
    # Holds the leaves: they are wrappers made on the fly, and the address of one that is gone is used again.
    seen: dict[int, Any] = {}
    index = 0
    while pending:
        manager, parent = pending.pop()
        leaves = []
        for leaf in manager.get_leaf_guards():
            # A guard over several values, such as NO_TENSOR_ALIASING, hangs on each of them. It is one guard.
            if id(leaf) not in seen:
                seen[id(leaf)] = leaf
                leaves.append(leaf)
        if manager is root:
            leaves += root.get_epilogue_lambda_guards()
        yield manager, parent, leaves
        pending.extend((child, index) for child in reversed(list(_children(manager))))
        index += 1


def read_tree(root: Any) -> RawGuardTree:
    """Read the tree below a ``RootGuardManager`` as plain values."""
    nodes = []
    for manager, parent, leaves in walk(root):
        kind = manager.get_type_of_guarded_value()
        nodes.append(
            RawGuardNode(
                source=str(manager.get_source()),
                type=kind.__name__ if isinstance(kind, type) and kind is not type(None) else "",
                parent=parent,
                leaves=tuple(
                    (type(leaf).__name__, tuple(str(part) for part in leaf.verbose_code_parts())) for leaf in leaves
                ),
            )
        )
    return tuple(nodes)


def _children(manager: Any) -> Iterable[Any]:
    # A DictGuardManager keeps its keys and values apart from the other children.
    if hasattr(manager, "get_key_value_managers"):
        for _, pair in sorted(manager.get_key_value_managers().items()):
            yield from (child for child in pair if child is not None)
    yield from manager.get_child_managers()
