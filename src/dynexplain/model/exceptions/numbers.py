"""GuardOnDataDependentSymNode and its UserError: Python asks about a number that only the running graph knows."""

from __future__ import annotations

import ast
import re

from ..report import Cause, Location
from .case import Case, Told

_ASKS = re.compile(r"Could not guard on data-dependent expression (?P<asked>.+?) \(unhinted")
_OPPOSITE = {ast.Eq: "!=", ast.NotEq: "==", ast.Lt: ">=", ast.GtE: "<", ast.Gt: "<=", ast.LtE: ">"}


def error(case: Case) -> Told | None:
    """Tell it of an exception that no break stands for."""
    failed = case.error
    if failed is None or failed.type != "GuardOnDataDependentSymNode":
        return None
    place = case.users_line(case.places.trace(failed.stack))
    return Told(_TITLE, _explanation(failed.message), _hints(place), None, place)


def cause(case: Case, cause: Cause) -> Told | None:
    """Tell it of a break."""
    event = case.event(cause)
    if case.error is None or cause.outcome != "error" or not _ASKS.search(case.error.message):
        return None
    if case.error.type not in ("UserError", "GuardOnDataDependentSymNode"):
        return None
    return Told(_TITLE, _explanation(case.error.message), _hints(event.user_location), cause.example)


_TITLE = "Python asks about a number that is known only when the graph runs"


def _explanation(message: str) -> str:
    found = _ASKS.search(message)
    asked = f" Here Python has to know whether `{found['asked']}`." if found else ""
    return f"The number is made of a tensor's values, so while Dynamo captures there is only a symbol for it.{asked}"


def _hints(place: Location | None) -> tuple[str, ...]:
    outside = "Or make the number before the compiled function is called, and pass it."
    condition = _condition(place.code) if place is not None else None
    if condition is None:
        return ("If the answer is always the same, say so before: `torch._check(n >= 2)`, for a number `n`.", outside)
    always, never = condition
    both = f"If both happen, put the two sides into functions: `torch.cond({always}, if_so, if_not, (x,))`."
    if not never:
        return (f"If it always holds, say so on the line before: `torch._check({always})`.", both, outside)
    return (
        f"If it always holds, say so on the line before: `torch._check({always})`. "
        f"If it never does: `torch._check({never})`.",
        both,
        outside,
    )


def _condition(code: str) -> tuple[str, str] | None:
    """What a line asks, and the opposite if that can be written without ``not``, which would ask again."""
    for text in (code, code.rstrip() + " pass", code.removeprefix("el") + " pass", code.removeprefix("el")):
        try:
            (statement,) = ast.parse(text).body
        except (SyntaxError, ValueError):
            continue
        if isinstance(statement, ast.If | ast.While | ast.Assert) and isinstance(statement.test, ast.Compare):
            test = statement.test
            if len(test.ops) == 1:
                sign = _OPPOSITE.get(type(test.ops[0]), "")
                never = f"{ast.unparse(test.left)} {sign} {ast.unparse(test.comparators[0])}" if sign else ""
                return ast.unparse(test), never
    return None
