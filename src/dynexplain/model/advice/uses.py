"""What the user's function does with what one of its lines computes, read from the text of the file."""

from __future__ import annotations

import ast
from collections.abc import Iterator, Sequence

from ..source.texts import parsed

_FUNCTIONS = (ast.FunctionDef, ast.AsyncFunctionDef, ast.Lambda)
_TO_PYTHON = ("bool", "float", "int", "item", "len", "range", "split", "split_with_sizes", "sum", "tolist")
"""Calls by which Python gets to need a number; ``sum`` only of a list, but then of numbers."""
_WRITING = (
    "critical",
    "debug",
    "error",
    "exception",
    "format",
    "info",
    "log",
    "print",
    "set_postfix",
    "str",
    "warning",
)
_LENGTHS = frozenset(
    [
        "arange",
        "empty",
        "expand",
        "eye",
        "full",
        "linspace",
        "narrow",
        "new_empty",
        "new_full",
        "new_ones",
        "new_zeros",
        "ones",
        "rand",
        "randint",
        "randn",
        "repeat",
        "reshape",
        "split",
        "tile",
        "unflatten",
        "view",
        "zeros",
    ]
)
"""Calls of torch's to which a number says how long something is."""
_TRAINING = ("step", "zero_grad")
_OF_TENSORS = ("sum",)
"""Of those, what is an operation of torch where it is a method."""


def only_raises(lines: Sequence[str], line: int) -> bool:
    """Whether a line is in the condition of an ``if`` that does nothing but raise."""
    return any(
        isinstance(node, ast.If)
        and _is_on(node.test, line)
        and isinstance(node.body[-1], ast.Raise)
        and all(isinstance(statement, ast.Assign | ast.Raise) for statement in node.body)
        for node in ast.walk(_tree(lines))
    )


def backward_of(lines: Sequence[str], line: int) -> str:
    """The autograd function in whose ``backward`` a line is; empty if it is in none."""
    return next(
        (
            node.name
            for node in ast.walk(_tree(lines))
            if isinstance(node, ast.ClassDef)
            and any(ast.unparse(base).rpartition(".")[2] == "Function" for base in node.bases)
            for method in node.body
            if isinstance(method, ast.FunctionDef) and method.name in ("backward", "vjp") and _is_on(method, line)
        ),
        "",
    )


def goes_into_text(lines: Sequence[str], line: int) -> bool:
    """Whether the number that a line makes of a tensor is only formatted, logged or printed."""
    function = _function(lines, line)
    written = [inner for node in ast.walk(function) if _is_text(node) for inner in ast.walk(node)]
    made = [node for node in ast.walk(function) if _is_on(node, line) and _call(node) in ("item", "float", "int")]
    names = {
        name
        for node in ast.walk(function)
        if isinstance(node, ast.Assign) and node.value in made
        for target in node.targets
        for name in _names(target)
    }
    read = [n for n in ast.walk(function) if isinstance(n, ast.Name) and isinstance(n.ctx, ast.Load) and n.id in names]
    outside = [node for node in made if node not in written]
    assigned = [node.value for node in ast.walk(function) if isinstance(node, ast.Assign)]
    inner = {id(part) for node in made for part in ast.walk(node) if part is not node}
    outermost = [node for node in outside if id(node) not in inner]
    kept = bool(read) and all(node in assigned for node in outermost) and all(node in written for node in read)
    return bool(made) and (kept if outermost else True)


def _is_text(node: ast.AST) -> bool:
    """Whether something is written by an expression."""
    return isinstance(node, ast.JoinedStr) or _call(node) in _WRITING


def becomes_python(lines: Sequence[str], line: int) -> bool:
    """Whether Python needs a number of what a line computes, to branch, to loop, to cut or to look something up."""
    function = _function(lines, line)
    made = [node for node in ast.walk(function) if isinstance(node, ast.Assign) and _is_on(node, line)]
    names = _derived({name for node in made for target in node.targets for name in _names(target)}, function)
    return any(_reads(needed, names) for needed in _needed(function, line))


def is_a_length(lines: Sequence[str], line: int) -> bool:
    """Whether a number that a line makes of a tensor says where something is cut, or how long it is."""
    function = _function(lines, line)
    made = [node for node in ast.walk(function) if _is_on(node, line) and _call(node) in ("item", "int", "tolist")]
    assigned = [node for node in ast.walk(function) if isinstance(node, ast.Assign) and _is_on(node, line)]
    names = _derived({name for node in assigned for target in node.targets for name in _names(target)}, function)
    return any(
        _reads(bound, names) or any(inner in made for inner in ast.walk(bound)) for bound in _lengths_in(function)
    )


def _lengths_in(function: ast.AST) -> Iterator[ast.AST]:
    """The expressions of a function that say where something is cut, or how long it is."""
    for node in ast.walk(function):
        if isinstance(node, ast.Slice):
            yield from (bound for bound in (node.lower, node.upper, node.step) if bound is not None)
        elif isinstance(node, ast.Call) and _call(node) in _LENGTHS:
            yield from node.args
            yield from (word.value for word in node.keywords)


def trains(lines: Sequence[str], line: int) -> bool:
    """Whether the function of a line steps an optimizer, or empties gradients, itself."""
    return any(_call(node) in _TRAINING for node in ast.walk(_function(lines, line)))


def _needed(function: ast.AST, line: int) -> Iterator[ast.AST]:
    """What Python looks at itself, other than the line that is asked about."""
    for node in ast.walk(function):
        if _is_on(node, line) and isinstance(node, ast.expr):
            continue
        if isinstance(node, ast.If | ast.While | ast.IfExp):
            yield node.test
        elif isinstance(node, ast.For | ast.comprehension):
            yield node.iter
        elif isinstance(node, ast.Subscript) and not isinstance(node.slice, ast.Slice | ast.Tuple):
            yield node.slice
        elif isinstance(node, ast.Call):
            name = _call(node)
            if name in _TO_PYTHON and not (isinstance(node.func, ast.Attribute) and name in _OF_TENSORS):
                yield node


def _derived(names: set[str], function: ast.AST) -> set[str]:
    """These names and those of whatever is computed from them."""
    assigned = sorted((n for n in ast.walk(function) if isinstance(n, ast.Assign)), key=lambda node: node.lineno)
    for node in assigned:
        if _reads(node.value, names):
            names = names | {name for target in node.targets for name in _names(target)}
    return names


def _names(target: ast.AST) -> Iterator[str]:
    return (node.id for node in ast.walk(target) if isinstance(node, ast.Name))


def _reads(node: ast.AST, names: set[str]) -> bool:
    return any(name in names for name in _names(node))


def _call(node: ast.AST) -> str:
    """The last name of what a call calls; empty if it is no call."""
    function = node.func if isinstance(node, ast.Call) else None
    return str(getattr(function, "attr", getattr(function, "id", "")))


def _function(lines: Sequence[str], line: int) -> ast.AST:
    """The innermost function that has a line."""
    tree = _tree(lines)
    around = [node for node in ast.walk(tree) if isinstance(node, _FUNCTIONS) and _is_on(node, line)]
    return max(around, key=lambda node: node.lineno, default=tree)


def _tree(lines: Sequence[str]) -> ast.AST:
    try:
        return parsed(lines)
    except (SyntaxError, ValueError):
        return ast.Module([], [])


def _is_on(node: ast.AST, line: int) -> bool:
    first = getattr(node, "lineno", 0)
    return 0 < first <= line <= (getattr(node, "end_lineno", None) or first)
