"""Tensors that a frame works with, and that Dynamo does not find when it decides whether the frame is worth compiling.

It looks at the frame's locals, and into lists, tuples and dicts (``has_tensor_in_frame`` in
torch/_dynamo/convert_frame.py), not into other objects, and at no global but modules.
"""

from __future__ import annotations

from collections.abc import Iterator
from types import FunctionType, MethodType, ModuleType
from typing import Any

from ..records import Unseen

_DEEPEST = 3
_MOST_LOOKED_AT = 300
_MOST = 4
"""So many values are told."""


def unseen(frame: Any) -> tuple[Unseen, ...]:
    """The frame's locals and globals that have tensors in them, by name, with the way to the first tensor of each."""
    code = frame.f_code
    scope = frame.f_globals
    budget = [_MOST_LOOKED_AT]
    found = []
    named = [(name, value, False) for name, value in frame.f_locals.items()]
    named += [(name, scope[name], True) for name in code.co_names if name in scope]
    for name, value, is_global in named:
        way = _way(value, name, _DEEPEST, budget)
        if way:
            found.append(Unseen(name, type(value).__name__, way, is_global))
    return tuple(found[:_MOST])


def _way(value: Any, name: str, depth: int, budget: list[int]) -> str:
    """An expression for the first tensor in a value, empty if there is none near."""
    import torch

    budget[0] -= 1
    if issubclass(type(value), torch.Tensor | torch.nn.Module):
        return name
    if depth == 0 or budget[0] < 0:
        return ""
    return next(filter(None, (_way(part, f"{name}{way}", depth - 1, budget) for way, part in _parts(value))), "")


def _parts(value: Any) -> Iterator[tuple[str, Any]]:
    """What is in a value, without running any code of its class."""
    if type(value) in (list, tuple):
        yield from ((f"[{position}]", part) for position, part in enumerate(value))
        return
    if type(value) is dict:
        yield from ((f"[{key!r}]", part) for key, part in list(value.items()) if type(key) in (str, int))
        return
    if issubclass(type(value), ModuleType | type | FunctionType | MethodType):
        return
    for kind in type.__dict__["__mro__"].__get__(type(value)):
        for slot in _slots(kind):
            try:
                yield f".{slot}", object.__getattribute__(value, slot)
            except AttributeError:
                continue
    try:
        attributes = object.__getattribute__(value, "__dict__")
    except AttributeError:
        return
    if type(attributes) is dict:
        yield from ((f".{name}", part) for name, part in list(attributes.items()) if type(name) is str)


def _slots(kind: type) -> tuple[str, ...]:
    slots = kind.__dict__.get("__slots__", ())
    names = (slots,) if isinstance(slots, str) else tuple(slots) if type(slots) in (list, tuple) else ()
    return tuple(name for name in names if type(name) is str and not name.startswith("__"))
