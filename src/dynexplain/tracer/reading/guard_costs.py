"""What a check of the guards costs: the whole tree, and each leaf's share."""

from __future__ import annotations

import time
from types import FunctionType
from typing import Any, NamedTuple

from .guard_tree import walk
from .resolve import UnresolvedError, resolve


class CheckCost(NamedTuple):
    """What one check of the whole tree costs when it holds."""

    ns: float
    """-1 if unknown."""
    stable: bool
    """Whether several checks agreed on it; they do not on a machine that is busy with other things."""


UNKNOWN = CheckCost(-1.0, stable=True)
FEWEST = 5
"""So many checks are made at least."""
AGREE = 3
"""So many of them have to agree: the cheapest."""
SPREAD = 0.15
"""They agree if they differ by no more than this share of the cost."""
TICK = 40
"""Or by this many nanoseconds, which is what reading the clock twice costs."""


def check_cost(root: Any, f_locals: Any, *, seconds: float = 0.02, most: int = 200) -> CheckCost:
    """Repeat the check until the cheapest ones agree, or the time is over.

    The first ones find cold caches, and any may be held up by other programs; the cheapest is what a loop pays.
    Not torch's ``profile_guard_manager``: that empties the processor's caches first, which is not what a call pays.
    """
    import torch

    # Under a torch function mode every check may run the mode's own code, which is the user's.
    # So may the guards on the metadata of a tensor subclass.
    if torch._C._len_torch_function_stack() or _runs_users_code(root):
        return UNKNOWN
    clock = time.perf_counter_ns
    costs: list[int] = []
    deadline = clock() + int(seconds * 1e9)
    for _ in range(most):
        start = clock()
        holds = root.check(f_locals)
        costs.append(clock() - start)
        if not holds:
            return UNKNOWN
        if agree(costs):
            break
        if clock() > deadline:
            break
    return CheckCost(float(min(costs)), agree(costs))


def agree(costs: list[int]) -> bool:
    """Whether there are enough measurements, and the cheapest are about the same."""
    if len(costs) < FEWEST:
        return False
    cheapest = sorted(costs)[:AGREE]
    return cheapest[-1] - cheapest[0] <= max(TICK, SPREAD * cheapest[0])


def _runs_users_code(root: Any) -> bool:
    """Whether a check may call a method of the user's, which would then run more often than without us."""
    managers = list(walk(root))
    kinds = [manager.get_type_of_guarded_value() for manager, _, _ in managers]
    sources = [str(manager.get_source()) for manager, _, _ in managers]
    for position, (_, parent, leaves) in enumerate(managers):
        asked = any(type(leaf).__name__ not in _CALLS_NOTHING for leaf in leaves)
        if asked and _has_methods(kinds[position], _ASKED):
            return True
        if parent >= 0 and _has_methods(kinds[parent], _READ) and not sources[position].endswith("__dict__"):
            return True
    # A guard written in Python may be about any values; what it names is all that is known of it.
    named = [
        "___check_metadata",
        *(name for name, kind in zip(sources, kinds, strict=True) if _has_methods(kind, _ASKED)),
    ]
    return any(
        name in str(part)
        for _, _, leaves in managers
        for leaf in leaves
        if type(leaf).__name__ == "LAMBDA_GUARD"
        for part in leaf.verbose_code_parts()
        for name in named
        if name
    )


_CALLS_NOTHING = {
    "DEFAULT_DEVICE",
    "DICT_VERSION",
    "GLOBAL_STATE",
    "ID_MATCH",
    "NONE_MATCH",
    "NOT_NONE",
    "NO_HASATTR",
    "NO_TENSOR_ALIASING",
    "OBJECT_ALIASING",
    "TENSOR_MATCH",
    "TORCH_FUNCTION_MODE_STACK",
    "TYPE_MATCH",
    "WEAKREF_ALIVE",
}
"""Leaf guards that look at identities and at what torch itself keeps."""
_ASKED = ("__len__", "__iter__", "__eq__", "__ne__", "__hash__", "__bool__", "__int__", "__index__", "__float__")
_READ = ("__getitem__", "__getattribute__", "__contains__")


def _has_methods(kind: Any, names: tuple[str, ...]) -> bool:
    """Whether a class has one of these methods written in Python, and not by torch."""
    if type(kind) is not type and not issubclass(type(kind), type):
        return False
    return any(
        type(method := vars(base).get(name)) is FunctionType and "/torch/" not in method.__code__.co_filename
        for base in type.__dict__["__mro__"].__get__(kind)
        for name in names
    )


def leaf_costs(root: Any, f_locals: Any, global_scope: Any, whole_ns: float, *, seconds: float = 0.25) -> list[float]:
    """Each leaf's share of the cost of the whole tree in ns, in the order of ``guards.read_tree``.

    Every leaf is called on its own value, three times; the cheapest call of all is the price of calling it from Python
    and is taken off. What remains is scaled to the measured cost of the tree, so that the shares add up to it: they
    say which guards matter, while the nanoseconds of a single guard are below what can be measured from here.

    Returns:
        One share per leaf, or an empty list if there was no time or no cost to share.
    """
    if whole_ns <= 0:
        return []
    scope = {"L": f_locals, "G": global_scope}
    deadline = time.perf_counter_ns() + int(seconds * 1e9)
    raw: list[float] = []
    for manager, _, leaves in walk(root):
        value: Any = f_locals
        known = True
        if manager is not root:
            try:
                value = resolve(str(manager.get_source()), scope)
            except UnresolvedError:
                known = False
        raw.extend(_time(leaf, value) if known and callable(leaf) else -1.0 for leaf in leaves)
        if time.perf_counter_ns() > deadline:
            return []
    measured = [cost for cost in raw if cost >= 0]
    if not measured:
        return []
    floor = min(measured)
    typical = sorted(measured)[len(measured) // 2] - floor
    # No leaf is free, and one that cannot be called alone is taken to cost what a typical one does.
    shares = [max(cost - floor, 1.0) if cost >= 0 else max(typical, 1.0) for cost in raw]
    scale = whole_ns / sum(shares)
    return [share * scale for share in shares]


def _time(leaf: Any, value: Any) -> float:
    clock = time.perf_counter_ns
    best = float("inf")
    for _ in range(3):
        start = clock()
        leaf(value)
        best = min(best, clock() - start)
    return best
