"""What a decorator's wrapper wraps: ``wrapper`` says nothing to a person, ``BertModel.forward`` does."""

from __future__ import annotations

import sys
from collections.abc import Mapping
from types import CodeType, FunctionType
from typing import Any

from .stacks import plain_name

_DEEPEST = 20
"""Decorators on one function."""


def wrapped_by(code: CodeType, values: Mapping[str, Any]) -> FunctionType | None:
    """The function that the frame of a wrapper wraps; None if that is not certain.

    Certain is what the program itself shows: a function that this code closes over, and that is found under its own
    name (in its class, or in its module) behind the ``__wrapped__`` of this very wrapper.

    Args:
        code: The code of the frame, which may be that of a resume function.
        values: The frame's variables, those of its closure among them.
    """
    for name in code.co_freevars:
        function = values.get(name)
        if type(function) is FunctionType and _wraps(_known_as(function), code, function):
            return function
    return None


def _known_as(function: FunctionType) -> object:
    """What the program finds under the name of a function."""
    found: object = sys.modules.get(function.__module__)
    for part in function.__qualname__.split("."):
        # Not by ``getattr``: properties and lazy modules do something when they are asked.
        found = vars(found).get(part) if hasattr(found, "__dict__") else None
        if isinstance(found, staticmethod | classmethod):
            found = found.__func__
    return found


def _wraps(outer: object, code: CodeType, inner: FunctionType) -> bool:
    """Whether ``outer`` is a chain of wrappers in which one with this code comes before ``inner``."""
    seen = False
    for _ in range(_DEEPEST):
        if outer is inner:
            return seen
        if type(outer) is not FunctionType:
            return False
        seen = seen or _same(outer.__code__, code)
        outer = outer.__dict__.get("__wrapped__")
    return False


def _same(known: CodeType, code: CodeType) -> bool:
    """Whether code is a function's own, or the rest of it after a break, which Dynamo makes from it."""
    if known is code:
        return True
    name = plain_name(code.co_name)
    if known.co_filename != code.co_filename or name == code.co_name or name != known.co_name:
        return False
    return code.co_firstlineno in {line for _, _, line in known.co_lines()}
