"""What Python objects hold around an explained call: containers, and the attributes of modules and optimizers.

Read and put back with the methods of the base class, so that nothing of the user's runs. What is in the objects of
other classes is not looked at.
"""

from __future__ import annotations

from collections import OrderedDict, deque
from collections.abc import Iterable, Iterator
from typing import Any

_DICTS: tuple[Any, ...] = (OrderedDict, dict)
_OTHERS: tuple[Any, ...] = (list, set, deque, bytearray)
_FIXED = (tuple, frozenset)
CONTAINERS = (*_DICTS, *_OTHERS)


class Contents:
    """What everything that can be reached from some values holds.

    Args:
        roots: Where to begin.

    Attributes:
        tensors: The tensors that were found.
    """

    def __init__(self, roots: Iterable[Any]) -> None:
        self.tensors: list[Any] = []
        self._held: list[tuple[Any, list[Any]]] = []
        self._attributes: list[tuple[dict[str, Any], dict[str, Any]]] = []
        seen: set[int] = set()
        waiting = list(roots)
        while waiting:
            value = waiting.pop()
            if id(value) not in seen:
                seen.add(id(value))
                waiting += self._keep(value)

    def _keep(self, value: Any) -> Iterable[Any]:
        """Keep what one value holds; gives what is to be looked at next."""
        import torch

        # By type and not by `isinstance`, which asks the object for its `__class__`.
        kind = type(value)
        if issubclass(kind, torch.Tensor):
            self.tensors.append(value)
            return ()
        if issubclass(kind, torch.nn.Module | torch.optim.Optimizer):
            names: dict[str, Any] = object.__getattribute__(value, "__dict__")
            self._attributes.append((names, dict(names)))
            return names.values()
        if issubclass(kind, CONTAINERS):
            held = list(_items(value))
            self._held.append((value, held))
            return (part for pair in held for part in pair) if issubclass(kind, dict) else held
        if issubclass(kind, _FIXED):
            return list(tuple.__iter__(value) if issubclass(kind, tuple) else frozenset.__iter__(value))
        return ()

    def put_back(self) -> None:
        """Let every container and every object hold what it held."""
        for names, before in self._attributes:
            names.clear()
            names.update(before)
        for container, held in self._held:
            if not _same(held, list(_items(container)), pairs=issubclass(type(container), dict)):
                _fill(container, held)


def _base(container: Any) -> Any:
    return next(base for base in CONTAINERS if issubclass(type(container), base))


def _items(container: Any) -> Iterator[Any]:
    base = _base(container)
    return iter(base.items(container)) if base in _DICTS else iter(base.__iter__(container))


def _same(one: list[Any], other: list[Any], *, pairs: bool) -> bool:
    """Whether two lists hold the very same objects; ``==`` would be the user's code."""
    if pairs:
        one, other = [part for pair in one for part in pair], [part for pair in other for part in pair]
    return len(one) == len(other) and all(mine is theirs for mine, theirs in zip(one, other, strict=True))


def _fill(container: Any, held: list[Any]) -> None:
    base = _base(container)
    base.clear(container)
    if base in _DICTS:
        for key, value in held:
            base.__setitem__(container, key, value)
    elif base is set:
        set.update(container, held)
    else:
        base.extend(container, held)
