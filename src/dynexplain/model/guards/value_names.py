"""Names as a person writes them, made from Dynamo's expressions: ``L['self']._modules['fc']`` is ``self.fc``."""

from __future__ import annotations

import functools
import re
from collections.abc import Callable
from inspect import CO_VARARGS, CO_VARKEYWORDS
from types import CodeType

from ...tracer.records import CompileRecord

_STORE = re.compile(r"\.(?:__dict__\['_(?:modules|parameters|buffers)'\]|_(?:modules|parameters|buffers))\['([^']*)'\]")
_SCOPE = re.compile(r"\b[LG]\['([^']*)'\]")
_DICT = re.compile(r"\.__dict__\['([^']*)'\]|\.__dict__\b")
_IMPORT = re.compile(r"\b__import_([A-Za-z0-9_]+)")
_BUILTINS = re.compile(r"__builtins_dict___\d+")
_STACK = re.compile(r"\b___stack\d+")
_ARGUMENT = re.compile(r"L\['args'\]\[(\d+)\]")
_GIVEN = re.compile(r"L\['fn'\]\.(?:keywords\['(?P<key>\w+)'\]|args\[(?P<index>\d+)\])")
"""What a ``functools.partial`` gives."""
_HOLDER = re.compile(r"L\['self'\]|[LG]\['[^']*'\](?:\['[^']*'\]|\[\d+\])*")
"""The value that holds a model: a variable, or an item of one."""
_NUMBER = re.compile(r"'(?:[^'\\]|\\.)*'|(?<![\w.\])])\d+\.\d+|\.(?P<index>\d+)(?=$|[.\[\s])")
"""An index that is written as an attribute. A string, or a number with a fraction, has none."""


def users_terms(record: CompileRecord) -> Callable[[str], str]:
    """What puts an expression of a compiled frame into the terms of the function that the user called.

    A wrapper with ``*args`` stands for the function that it wraps, and passes what it is given. That function's names
    are those by which the arguments are known to a caller, and to :func:`help`. Where it is not certain what is
    wrapped, Dynamo's own account stays: ``args[1]``.
    """
    if record.inlined is not None:
        return functools.partial(
            inside_wrapper, code=record.inlined, bound=record.inlined_bound, receiver=record.inlined_self
        )
    named: dict[str, str] = {}
    code, wrapped = record.code, record.wrapped
    own = code.co_argcount + code.co_kwonlyargcount
    rest = code.co_varnames[own] if code.co_flags & CO_VARARGS else ""
    keywords = code.co_varnames[own + bool(rest)] if code.co_flags & CO_VARKEYWORDS else ""
    if wrapped is not None:
        taken = {*code.co_varnames, *code.co_freevars}
        # Positions go on behind the arguments that the wrapper names itself.
        positional = wrapped.co_varnames[code.co_argcount : wrapped.co_argcount] if rest else ()
        named = {f"L['{rest}'][{index}]": f"L['{name}']" for index, name in enumerate(positional) if name not in taken}
        if keywords:
            every = wrapped.co_varnames[: wrapped.co_argcount + wrapped.co_kwonlyargcount]
            named |= {f"L['{keywords}']['{name}']": f"L['{name}']" for name in every if name not in taken}
    if record.receiver:
        named[f"L['{record.receiver}'][0]"] = "L['self']"
    if not named:
        return lambda expression: expression
    pattern = re.compile("|".join(map(re.escape, named)))
    return lambda expression: pattern.sub(lambda match: named[match.group()], expression)


def inside_wrapper(expression: str, code: CodeType, bound: int, receiver: str) -> str:
    """An expression of ``wrap_inline``'s frame (``fn``, ``args``) in terms of the function that it wraps."""
    if receiver != "L['fn']":
        own = code.co_varnames[bool(receiver) : bound]

        def given(match: re.Match[str]) -> str:
            position = int(match["index"] or 0)
            name = match["key"] or (own[position] if position < len(own) else "")
            return f"L['{name}']" if name else match.group()

        expression = _GIVEN.sub(given, expression)
    if receiver:
        expression = expression.replace(receiver, "L['self']")
    names = code.co_varnames[bound : code.co_argcount]

    def name(match: re.Match[str]) -> str:
        index = int(match.group(1))
        return f"L['{names[index]}']" if index < len(names) else match.group()

    return _ARGUMENT.sub(name, expression)


STACK_VALUE = "a value on the stack"
"""What an expression was worth when a graph break came in the middle of it; it has no name."""


def readable(expression: str) -> str:
    """A guard's or a node's source expression as Python that the user could have written."""
    text = _STORE.sub(r".\1", expression)
    text = _SCOPE.sub(r"\1", text)
    text = _DICT.sub(lambda match: f".{match.group(1)}" if match.group(1) else "", text)
    text = _IMPORT.sub(lambda match: match.group(1).replace("_dot_", "."), text)
    text = _BUILTINS.sub("builtins", text)
    text = _STACK.sub(STACK_VALUE, text)
    text = _NUMBER.sub(lambda match: f"[{match['index']}]" if match["index"] else match.group(), text)
    return text


def module_path(expression: str) -> str:
    """A module's or parameter's path as ``named_modules`` spells it: ``encoder.layer.0.weight``.

    A leading ``self`` is dropped; any other value that holds the model stays, as it is written: ``models[0].encoder``.
    """
    text = _STORE.sub(r".\1", expression)
    found = _HOLDER.match(text)
    holder, path = (readable(found.group()), text[found.end() :]) if found else ("", _SCOPE.sub(r"\1", text))
    path = re.sub(r"\[(\d+)\]", r".\1", path)
    whole = holder + re.sub(r"\['([^']*)'\]", r".\1", path)
    return "" if whole == "self" else whole.removeprefix("self.")
