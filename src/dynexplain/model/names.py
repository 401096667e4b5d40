"""Names as a person writes them, made from Dynamo's expressions: ``L['self']._modules['fc']`` is ``self.fc``."""

from __future__ import annotations

import re
from types import CodeType

_STORE = re.compile(r"\.(?:__dict__\['_(?:modules|parameters|buffers)'\]|_(?:modules|parameters|buffers))\['([^']*)'\]")
_SCOPE = re.compile(r"\b[LG]\['([^']*)'\]")
_DICT = re.compile(r"\.__dict__\['([^']*)'\]|\.__dict__\b")
_IMPORT = re.compile(r"\b__import_([A-Za-z0-9_]+)")
_BUILTINS = re.compile(r"__builtins_dict___\d+")
_STACK = re.compile(r"\b___stack\d+")
_ARGUMENT = re.compile(r"L\['args'\]\[(\d+)\]")
_NUMBER = re.compile(r"\.(\d+)(?=$|[.\[\s])")


def inside_wrapper(expression: str, code: CodeType | None, is_module: bool) -> str:
    """An expression of ``wrap_inline``'s frame (``fn``, ``args``) in terms of the function that it wraps."""
    if code is None:
        return expression
    if is_module:
        expression = expression.replace("L['fn']", "L['self']")
    names = code.co_varnames[int(is_module) : code.co_argcount]

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
    text = _NUMBER.sub(r"[\1]", text)
    return text


def module_path(expression: str) -> str:
    """A module's or parameter's path as ``named_modules`` spells it: ``encoder.layer.0.weight``.

    A leading ``self`` is dropped; any other variable that holds the model stays: ``model.encoder``.
    """
    text = _STORE.sub(r".\1", expression)
    text = _SCOPE.sub(r"\1", text)
    text = re.sub(r"\[(\d+)\]", r".\1", text)
    text = re.sub(r"\['([^']*)'\]", r".\1", text)
    if text == "self":
        return ""
    return text.removeprefix("self.")
