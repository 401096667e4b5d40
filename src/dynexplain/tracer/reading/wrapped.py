"""What a decorator's wrapper wraps: ``wrapper`` says nothing to a person, ``BertModel.forward`` does."""

from __future__ import annotations

import functools
import inspect
import sys
from collections.abc import Mapping
from dataclasses import dataclass
from inspect import CO_VARARGS
from types import BuiltinFunctionType, CodeType, FunctionType, MethodType, ModuleType
from typing import Any, cast

from .stacks import plain_name

_DEEPEST = 20
"""Decorators on one function."""


def wrapped_by(code: CodeType, values: Mapping[str, Any]) -> tuple[str, CodeType] | None:
    """What the frame of a wrapper wraps: its qualified name, and the code of the function behind all wrappers.

    None if that is not certain. Certain is what the program itself shows: a function that this code closes over, and
    that is found under its own name (in its class, or in its module) behind the ``__wrapped__`` of this very wrapper.
    Nothing of the user's runs for it: no attribute is asked for that could be computed.

    Args:
        code: The code of the frame, which may be that of a resume function.
        values: The frame's variables, those of its closure among them.
    """
    for name in code.co_freevars:
        function = values.get(name)
        if type(function) is FunctionType and _wraps(_known_as(function), code, function):
            return function.__qualname__, _chain(function)[-1].__code__
    return None


@dataclass(frozen=True, slots=True)
class Called:
    """What ``wrap_inline`` of torch/_dynamo/external_utils.py calls.

    Attributes:
        code: That of the function; None if it is not written in Python.
        name: What to call it where there is no code.
        bound: How many of its first parameters do not come with the call.
        receiver: Dynamo's expression for its ``self``, if it is a method.
    """

    code: CodeType | None = None
    name: str = ""
    bound: int = 0
    receiver: str = ""


def called_through(function: Any) -> Called:
    """The function behind a module, a bound method, an object with ``__call__`` or a ``functools.partial`` of those.

    By type, and by reading what Python itself keeps: an object may run code of its own when it is asked for an
    attribute.
    """
    import torch

    expression, receiver, bound = "L['fn']", "", 0
    while type(function) is functools.partial:
        expression, bound = f"{expression}.func", bound + len(function.args)
        function = function.func
    if type(function) is MethodType:
        expression, bound, receiver = f"{expression}.__func__", bound + 1, f"{expression}.__self__"
        function = function.__func__
    elif not issubclass(type(function), FunctionType | BuiltinFunctionType):
        name = "forward" if issubclass(type(function), torch.nn.Module) else "__call__"
        method = inspect.getattr_static(type(function), name, None)
        if isinstance(method, FunctionType):
            bound, receiver, function = bound + 1, expression, method
    while isinstance(function, FunctionType) and "__wrapped__" in function.__dict__:
        function = function.__dict__["__wrapped__"]
    if isinstance(function, FunctionType):
        return Called(function.__code__, "", bound, receiver)
    return Called(name=function.__name__ if isinstance(function, BuiltinFunctionType) else "")


def receiver_of(code: CodeType, values: Mapping[str, Any]) -> str:
    """What a frame calls its ``*args``, if the first of them is the module whose method it is; empty if not."""
    import torch

    position = code.co_argcount + code.co_kwonlyargcount
    if code.co_argcount or not code.co_flags & CO_VARARGS:
        return ""
    given = values.get(code.co_varnames[position])
    owner = type(given[0]) if type(given) is tuple and given else None
    if owner is None or not issubclass(owner, torch.nn.Module):
        return ""
    methods = (value for kind in owner.__mro__ for value in type.__dict__["__dict__"].__get__(kind).values())
    is_its = any(type(method) is FunctionType and method.__code__ is code for method in methods)
    return code.co_varnames[position] if is_its else ""


def _known_as(function: FunctionType) -> object:
    """What the program finds under the name of a function."""
    module = function.__module__
    found: object = sys.modules.get(module) if isinstance(module, str) else None
    for part in function.__qualname__.split("."):
        kind = type(found)
        if issubclass(kind, type):
            found = type.__dict__["__dict__"].__get__(found).get(part)
        elif issubclass(kind, ModuleType):
            found = object.__getattribute__(found, "__dict__").get(part)
        else:
            return None
        if type(found) in (staticmethod, classmethod):
            found = cast("staticmethod[..., object]", found).__func__
    return found


def _chain(function: object) -> list[FunctionType]:
    """A function and what it wraps, the innermost last."""
    chain: list[FunctionType] = []
    while type(function) is FunctionType and len(chain) < _DEEPEST:
        chain.append(function)
        function = function.__dict__.get("__wrapped__")
    return chain


def _wraps(outer: object, code: CodeType, inner: FunctionType) -> bool:
    """Whether ``outer`` is a chain of wrappers in which one with this code comes before ``inner``."""
    chain = _chain(outer)
    position = next((position for position, function in enumerate(chain) if function is inner), 0)
    return any(_same(function.__code__, code) for function in chain[:position])


def _same(known: CodeType, code: CodeType) -> bool:
    """Whether code is a function's own, or the rest of it after a break, which Dynamo makes from it."""
    if known is code:
        return True
    name = plain_name(code.co_name)
    if known.co_filename != code.co_filename or name == code.co_name or name != known.co_name:
        return False
    return code.co_firstlineno in {line for _, _, line in known.co_lines()}


def owner_of(f_locals: Any) -> tuple[int, str]:
    """The id and the class of the module that a frame is a method of; nothing where it is none."""
    import torch

    owner = f_locals.get("self")
    # By type: `isinstance` asks the object for its `__class__`.
    return (id(owner), type(owner).__name__) if issubclass(type(owner), torch.nn.Module) else (0, "")
