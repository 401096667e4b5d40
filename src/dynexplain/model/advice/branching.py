"""Whether Python branches on the number that ``.item()`` gives: then no setting of Dynamo's helps."""

from __future__ import annotations

import ast
from collections.abc import Iterator, Sequence

from ..source.texts import parsed

_OF_A_TENSOR = ("item", "float", "int", "bool")
"""What makes a Python number of a tensor."""
_OF_NUMBERS = ("abs", "bool", "float", "int", "max", "min", "round")
"""What makes a number of numbers."""


def branches_on_number(lines: Sequence[str], line: int) -> bool:
    """Whether a number that a line of a file makes of a tensor decides how its function goes on.

    Either the call stands in a condition, or in the length of a loop, or what it gives has a name there. False where
    it cannot be told. An ``assert`` is no branch: Dynamo captures it.

    Args:
        lines: The file.
        line: Where the number is made, from 1.
    """
    try:
        tree = parsed(lines)
    except (SyntaxError, ValueError):
        return False
    around = [node for node in ast.walk(tree) if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef | ast.Lambda)]
    function = max((node for node in around if _is_on(node, line)), key=lambda node: node.lineno, default=tree)
    made = [node for node in ast.walk(function) if _called(node) in _OF_A_TENSOR and _is_on(node, line)]
    names = _names_of(function, made)
    return any(
        inner in made or (isinstance(inner, ast.Name) and inner.id in names)
        for condition in _deciding(function)
        for inner in ast.walk(condition)
    )


def _deciding(function: ast.AST) -> Iterator[ast.expr]:
    """The expressions of a function that decide which way it goes."""
    for node in ast.walk(function):
        if isinstance(node, ast.If | ast.While | ast.IfExp):
            yield node.test
        elif isinstance(node, ast.BoolOp):
            yield from node.values
        elif isinstance(node, ast.comprehension):
            yield from node.ifs
        elif isinstance(node, ast.Match):
            yield node.subject
        elif isinstance(node, ast.For) and _called(node.iter) == "range":
            yield node.iter


def _names_of(function: ast.AST, made: list[ast.AST]) -> set[str]:
    """The variables that hold one of these numbers, or what is computed from them alone."""
    names: set[str] = set()
    for node in ast.walk(function):
        if not isinstance(node, ast.Assign | ast.AnnAssign | ast.NamedExpr) or node.value is None:
            continue
        inside = list(ast.walk(node.value))
        read = {inner.id for inner in inside if isinstance(inner, ast.Name)} - {*_OF_NUMBERS}
        if any(inner in made for inner in inside) or (read and read <= names):
            targets = node.targets if isinstance(node, ast.Assign) else [node.target]
            names |= {target.id for target in targets if isinstance(target, ast.Name)}
    return names


def _called(node: ast.AST) -> str:
    """The last name of what a call calls; empty if it is no call."""
    function = node.func if isinstance(node, ast.Call) else None
    return str(getattr(function, "attr", getattr(function, "id", "")))


def _is_on(node: ast.AST, line: int) -> bool:
    first = getattr(node, "lineno", 0)
    return 0 < first <= line <= (getattr(node, "end_lineno", None) or first)
