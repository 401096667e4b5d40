"""``fullgraph=True`` over ``error_on_graph_break(False)``: the permission inside does not count."""

from __future__ import annotations

import ast

from ..report import Cause, Location
from ..source.texts import parsed
from .case import Case, Told

_NAME = "error_on_graph_break"


def cause(case: Case, cause: Cause) -> Told | None:
    """Tell it, if a break that stopped the compilation stands where the code allows breaks."""
    if cause.outcome != "error" or not case.fullgraph or case.error is None or case.error.type != "Unsupported":
        return None
    line = next(filter(None, (_allowed(place, case) for place in reversed(case.event(cause).stack))), 0)
    if not line:
        return None
    return Told(
        cause.title,
        f"Line {line} allows graph breaks here with `{_NAME}(False)`, and `fullgraph=True` overrules that.",
        (
            f"To allow this one and no other, leave `fullgraph=True` away and compile with the same rule from outside: "
            f"`with torch._dynamo.{_NAME}(True):` around the call of the compiled function.",
            *cause.hints,
        ),
        cause.example,
    )


def _allowed(place: Location, case: Case) -> int:
    """The line of the ``with`` or of the decorator that allows a break at this place, 0 for none."""
    if not place.user:
        return 0
    try:
        tree = parsed(case.places.texts.lines(place.file))
    except (SyntaxError, ValueError):
        return 0
    found = 0
    for node in ast.walk(tree):
        if not isinstance(node, ast.With | ast.FunctionDef) or not node.lineno <= place.line <= (node.end_lineno or 0):
            continue
        asked = [item.context_expr for item in node.items] if isinstance(node, ast.With) else node.decorator_list
        for expression in asked:
            said = _says(expression)
            if said is not None:
                found = expression.lineno if not said else 0
    return found


def _says(expression: ast.expr) -> bool | None:
    """What ``error_on_graph_break(...)`` is given; None if it is another call."""
    if not isinstance(expression, ast.Call) or not expression.args:
        return None
    name = expression.func.attr if isinstance(expression.func, ast.Attribute) else getattr(expression.func, "id", "")
    given = expression.args[0]
    return bool(given.value) if name == _NAME and isinstance(given, ast.Constant) else None
