"""The conditions of advice: each a question about one break, by a name that reads well in an entry."""

from __future__ import annotations

import ast
import re

from .branching import branches_on_number
from .situation import Situation


def in_a_library(situation: Situation) -> bool:
    """The line is not the user's to change."""
    return situation.in_library


def branches_on_the_number(situation: Situation) -> bool:
    """Python branches on the number that the line makes of a tensor, so no setting of Dynamo's helps."""
    return branches_on_number(situation.lines, situation.location.line)


def is_a_while(situation: Situation) -> bool:
    """The line is the head of a ``while``."""
    return situation.location.code.startswith("while ")


def is_an_assert_with_a_made_message(situation: Situation) -> bool:
    """The line is an ``assert`` whose message is made by code, so that the message is what makes it a branch."""
    code = situation.location.code
    return code.startswith("assert ") and not _has_written_message(code)


def makes_a_python_number(situation: Situation) -> bool:
    """The operator is the one by which torch makes a Python number of a tensor's value."""
    return situation.subject == "_local_scalar_dense"


def draws_a_python_number(situation: Situation) -> bool:
    """The line draws a random number, which becomes a Python number."""
    return makes_a_python_number(situation) and re.search(r"\brandom\b", situation.location.code) is not None


def _has_written_message(code: str) -> bool:
    """Whether an ``assert`` has a literal message or none."""
    try:
        (statement,) = ast.parse(code).body
    except (SyntaxError, ValueError):
        return False
    message = statement.msg if isinstance(statement, ast.Assert) else None
    return message is None or (isinstance(message, ast.Constant) and isinstance(message.value, str))
