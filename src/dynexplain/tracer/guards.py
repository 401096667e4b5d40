"""Guards: those that Dynamo installed, with the code that asked for them, and the tree that really runs."""

from __future__ import annotations

import functools
import time
from collections.abc import Callable, Iterable
from dataclasses import dataclass
from typing import Any

from . import switchboard
from .records import GuardOrigin
from .stacks import places
from .tap import Tap


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


def read_tree(root: Any) -> RawGuardTree:
    """Read the tree below a ``RootGuardManager``. An explicit stack: trees are as deep as the user's objects."""
    nodes: list[RawGuardNode] = []
    pending: list[tuple[Any, int]] = [(root, -1)]
    seen_relational: set[int] = set()
    while pending:
        manager, parent = pending.pop()
        leaves = []
        for leaf in manager.get_leaf_guards():
            # A guard over several values, such as NO_TENSOR_ALIASING, hangs on each of them. It is one guard.
            if id(leaf) in seen_relational:
                continue
            seen_relational.add(id(leaf))
            leaves.append((type(leaf).__name__, tuple(str(part) for part in leaf.verbose_code_parts())))
        if parent < 0:
            leaves += [
                (type(leaf).__name__, tuple(str(part) for part in leaf.verbose_code_parts()))
                for leaf in root.get_epilogue_lambda_guards()
            ]
        kind = manager.get_type_of_guarded_value()
        name = kind.__name__ if isinstance(kind, type) and kind is not type(None) else ""
        index = len(nodes)
        nodes.append(RawGuardNode(str(manager.get_source()), name, parent, tuple(leaves)))
        pending.extend((child, index) for child in reversed(list(_children(manager))))
    return tuple(nodes)


def _children(manager: Any) -> Iterable[Any]:
    # A DictGuardManager keeps its keys and values apart from the other children.
    if hasattr(manager, "get_key_value_managers"):
        for _, pair in sorted(manager.get_key_value_managers().items()):
            yield from (child for child in pair if child is not None)
    yield from manager.get_child_managers()


def check_cost(root: Any, f_locals: Any, *, seconds: float = 0.002, most: int = 50) -> float:
    """Nanoseconds of one check of the whole tree when it holds: the median of some warm checks, -1 if unknown.

    Not torch's ``profile_guard_manager``: that empties the processor's caches first, which is not what a call pays.
    """
    import torch

    # Under a torch function mode every check may run the mode's own code, which is the user's.
    if torch._C._len_torch_function_stack():
        return -1.0
    clock = time.perf_counter_ns
    costs: list[int] = []
    deadline = clock() + int(seconds * 1e9)
    for _ in range(most):
        start = clock()
        holds = root.check(f_locals)
        costs.append(clock() - start)
        if not holds:
            return -1.0
        if clock() > deadline:
            break
    return float(sorted(costs)[len(costs) // 2])


def _wrap_check_functions(original: Callable[..., Any]) -> Callable[..., Any]:
    @functools.wraps(original)
    def __init__(self: Any, f_code: Any, output_graph: Any, *args: Any, **kwargs: Any) -> None:
        recorder = switchboard.listener()
        record = recorder.current if recorder is not None else None
        guards = list(output_graph.guards) if record is not None and hasattr(output_graph, "guards") else []
        original(self, f_code, output_graph, *args, **kwargs)
        if recorder is not None and record is not None:
            with recorder.shielded("guard origins"):
                record.guard_count = len(guards)
                record.guard_origins = tuple(_origin(guard) for guard in guards)

    return __init__


def _origin(guard: Any) -> GuardOrigin:
    return GuardOrigin(
        name=str(guard.name() if callable(guard.name) else guard.name),
        kinds=tuple(guard.guard_types or ()),
        code=tuple(str(code) for code in guard.code_list or ()),
        stack=places(guard.user_stack),
    )


TAPS = (
    Tap(
        "guard origins",
        "torch._dynamo.guards:CheckFunctionManager.__init__",
        ("f_code", "output_graph"),
        _wrap_check_functions,
    ),
)
