"""What can be done about a break in code of a library, which is not the user's to change: at the user's own line."""

from __future__ import annotations

import ast

from .situation import Situation

_NOT_YOURS = "The break is in a library, whose code is not yours to change."
_OF_ITS_OWN = f"{_NOT_YOURS} No line of yours leads there: compile the parts that do not break, for example its layers."
_OUTSIDE = "Call {0} before the compiled function and pass what it returns, or call it after."
_LEAVE = "Where it needs what is computed there, leave it: Python runs it, and the code before and after is compiled."
_SMALLER = (
    "Where it needs what is computed there, compile what is called before and after it, not the function around it."
)


def is_out_of_reach(situation: Situation, *, rewrites: bool) -> bool:
    """Whether a hint for the line itself is of no use to the user.

    Torch and the standard library only carry out what the user asks for, so there a hint is of use that does not
    say how to write the line.
    """
    if not situation.in_library:
        return False
    return rewrites or not situation.can_be_edited


def what_can_be_done(situation: Situation) -> tuple[str, ...]:
    """The ways out at the user's own line."""
    if situation.users is None:
        return (_OF_ITS_OWN,)
    called = called_at(situation.users.code, situation.users.column, situation.users.end_column)
    outside = _OUTSIDE.format(f"`{called}`" if called else "what leads there")
    return (f"{_NOT_YOURS} {outside}", _LEAVE if situation.outcome == "resumed" else _SMALLER)


def called_at(code: str, column: int, end_column: int) -> str:
    """What the call between two columns of a line calls, as it is written; empty where that is not known."""
    part = code[column:end_column] if 0 <= column < end_column else code
    try:
        expression = ast.parse(part.strip(), mode="eval").body
    except (SyntaxError, ValueError):
        return ""
    while isinstance(expression, ast.Call) and isinstance(expression.func, ast.Call):
        expression = expression.func
    written = ast.unparse(expression.func) if isinstance(expression, ast.Call) else ""
    return written if len(written) < 60 and "\n" not in written else ""
