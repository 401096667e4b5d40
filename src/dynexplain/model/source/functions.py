"""Finds the function around a line of source: Dynamo inlines functions, and keeps only lines of them."""

from __future__ import annotations

import ast
import functools
from dataclasses import dataclass

from .texts import parsed


@dataclass(frozen=True, slots=True)
class Function:
    """A function in a file: the first line is its ``def`` or first decorator."""

    name: str
    first: int
    last: int


@functools.lru_cache(maxsize=256)
def functions(lines: tuple[str, ...]) -> tuple[Function, ...]:
    """The functions of a file or notebook cell, outer ones before those within; empty where there is no source."""
    try:
        tree = parsed(lines)
    except (SyntaxError, ValueError):
        # A cell with magics in it, or a template. Whoever asks shows nothing then.
        return ()
    found: list[Function] = []
    pending: list[tuple[ast.AST, str]] = [(tree, "")]
    while pending:
        node, path = pending.pop()
        for child in ast.iter_child_nodes(node):
            name = path
            if isinstance(child, ast.FunctionDef | ast.AsyncFunctionDef | ast.ClassDef):
                name = f"{path}.{child.name}" if path else child.name
                if not isinstance(child, ast.ClassDef):
                    first = min([child.lineno, *(decorator.lineno for decorator in child.decorator_list)])
                    found.append(Function(name, first, child.end_lineno or child.lineno))
            pending.append((child, name))
    return tuple(sorted(found, key=lambda function: (function.first, -function.last)))


def around(lines: list[str], line: int) -> Function | None:
    """The outermost function around a line; nested functions are read together with the one they are in."""
    return next((function for function in functions(tuple(lines)) if function.first <= line <= function.last), None)
