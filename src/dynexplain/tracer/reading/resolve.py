"""Looks up the value behind a guard's expression without running any of the user's code.

``eval`` would call the user's ``__getattr__``, ``__getitem__`` and properties, which may count, log or fail. This reads
dictionaries and nothing else; what it cannot reach that way has no value here.
"""

from __future__ import annotations

import functools
import re
import types
from collections import OrderedDict
from typing import Any

_CONTAINERS = (dict, list, tuple, OrderedDict)
_SIZED = (*_CONTAINERS, set, frozenset, str, bytes)
_KEY = re.compile(r"list\(dict\.keys\((?P<of>.+)\)\)\[(?P<index>\d+)\]")
_SIZE = re.compile(r"(?P<of>.+)\.(?P<what>size|stride)\(\)\[(?P<index>\d+)\]")
_SLOTS: dict[type, tuple[str, ...]] = {
    types.FunctionType: ("__code__", "__closure__", "__defaults__", "__kwdefaults__"),
    types.MethodType: ("__func__", "__self__"),
    types.CellType: ("cell_contents",),
    functools.partial: ("func", "args", "keywords"),
    range: ("start", "stop", "step"),
    slice: ("start", "stop", "step"),
}
"""What Python's own objects keep elsewhere than in a dictionary. Reading it runs no code of anybody's."""
_STEP = re.compile(r"""\.(?P<name>[^\W\d]\w*)|\[(?P<index>-?\d+)\]|\['(?P<key>[^'\\]*)'\]""")


class UnresolvedError(LookupError):
    """The value cannot be reached by reading dictionaries alone."""


def resolve(expression: str, scope: dict[str, Any]) -> Any:
    """The value of an expression such as ``L['self']._modules['fc'].weight`` or ``len(L['x'])``.

    Args:
        expression: As Dynamo writes the source of a guard. Not parsed as Python: there are thousands of them.
        scope: ``L`` and ``G`` as Dynamo evaluates guards in.

    Raises:
        UnresolvedError: It cannot be had without running code, or is not there.
    """
    if expression.startswith("len(") and expression.endswith(")"):
        sized = resolve(expression[4:-1], scope)
        if type(sized) in _SIZED:
            return len(sized)
        raise UnresolvedError(expression)
    try:
        if size := _SIZE.fullmatch(expression):
            return _size(resolve(size["of"], scope), size["what"], int(size["index"]))
        if key := _KEY.fullmatch(expression):
            keyed = resolve(key["of"], scope)
            if not isinstance(keyed, dict):
                raise UnresolvedError(expression)
            return list(dict.keys(keyed))[int(key["index"])]
        value = scope[expression[:1]]
        position = 1
        while position < len(expression):
            step = _STEP.match(expression, position)
            if step is None:
                raise UnresolvedError(expression)
            value = _step(value, step, first=position == 1)
            position = step.end()
    except (KeyError, IndexError, TypeError, AttributeError, ValueError) as error:
        raise UnresolvedError(expression) from error
    return value


def _size(tensor: Any, what: str, index: int) -> int:
    import torch

    # A class of the user's may have a method of its own, and a mode is told of every call.
    if type(tensor) not in (torch.Tensor, torch.nn.Parameter):
        raise UnresolvedError(what)
    with torch._C.DisableTorchFunction():
        return int((tensor.size() if what == "size" else tensor.stride())[index])


def _step(owner: Any, step: re.Match[str], *, first: bool) -> Any:
    if step["name"] is not None:
        return _attribute(owner, step["name"])
    # The scopes themselves may be any mapping; they are Dynamo's.
    if not first and type(owner) not in _CONTAINERS:
        raise UnresolvedError(step.group())
    return owner[int(step["index"])] if step["index"] is not None else owner[step["key"]]


def _attribute(owner: Any, name: str) -> Any:
    if name in _SLOTS.get(type(owner), ()):
        return getattr(owner, name)
    names: dict[str, Any] = object.__getattribute__(owner, "__dict__")
    if name == "__dict__":
        return names
    if name in names:
        return names[name]
    if isinstance(owner, types.ModuleType):
        raise UnresolvedError(name)
    for kind in type.__dict__["__mro__"].__get__(owner if isinstance(owner, type) else type(owner)):
        found = vars(kind).get(name, UnresolvedError)
        if found is not UnresolvedError:
            if isinstance(found, types.FunctionType | int | float | str | tuple | type(None)):
                return found
            break
    raise UnresolvedError(name)
