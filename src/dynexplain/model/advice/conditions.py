"""The conditions of advice: each a question about one break, by a name that reads well in an entry."""

from __future__ import annotations

import ast
import re

from . import uses
from .branching import branches_on_number
from .situation import Condition, Situation

_BY_MASK = ("aten.nonzero", "aten.index", "aten.masked_select")


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


def makes_a_length(situation: Situation) -> bool:
    """It becomes a Python number, which says how long something is."""
    return makes_a_python_number(situation) and is_a_length(situation)


def draws_a_python_number(situation: Situation) -> bool:
    """The line draws a random number, which becomes a Python number."""
    return makes_a_python_number(situation) and re.search(r"\brandom\b", situation.location.code) is not None


def is_a_length(situation: Situation) -> bool:
    """The number that the line makes says where something is cut, or how long it is: a tensor is no length."""
    return not situation.in_library and uses.is_a_length(situation.lines, situation.location.line)


def trains(situation: Situation) -> bool:
    """The line is in a function that steps an optimizer as well."""
    return uses.trains(situation.lines, situation.location.line)


def only_raises(situation: Situation) -> bool:
    """The line is a check: an ``if`` that does nothing but raise an exception."""
    return not situation.in_library and uses.only_raises(situation.lines, situation.location.line)


def in_a_backward(situation: Situation) -> bool:
    """The line is in the ``backward`` of an autograd function, which nobody calls who could branch in its place."""
    return not situation.in_library and bool(uses.backward_of(situation.lines, situation.location.line))


def in_a_backward_that_branches(situation: Situation) -> bool:
    """The line is in such a ``backward``, and Python branches on its number."""
    return in_a_backward(situation) and branches_on_the_number(situation)


def goes_into_text(situation: Situation) -> bool:
    """What the line makes of a tensor is only written: into a string, a log or what is printed."""
    return not situation.in_library and uses.goes_into_text(situation.lines, situation.location.line)


def becomes_python(situation: Situation) -> bool:
    """Python needs what the line computes: a number of its values or its size decides how the function goes on."""
    return uses.becomes_python(situation.lines, situation.location.line)


def joins_conditions(situation: Situation) -> bool:
    """The line has an ``and`` or an ``or``."""
    return re.search(r"\b(?:and|or)\b", situation.location.code) is not None


def steps_an_optimizer(situation: Situation) -> bool:
    """The call is one of those that train: an optimizer's, a scheduler's, or what torch runs for them."""
    told = f"{situation.context} {situation.location.file}"
    return situation.subject.startswith("Optimizer.") or re.search(r"\btorch[./\\]optim\b", told) is not None


def shows_progress(situation: Situation) -> bool:
    """What is called is a progress bar."""
    return re.search(r"\b(?:tqdm|rich[./\\]progress|alive_progress)\b", situation.context) is not None


def is_about(operator: str) -> Condition:
    """The operator is this one, in any of its variants, and the line can be written in another way."""
    return lambda situation: not situation.in_library and situation.subject.startswith(operator)


def has_another_size(situation: Situation) -> bool:
    """The result is no selection by a mask, which could stay as long as the mask is."""
    return not situation.in_library and bool(situation.subject) and not situation.subject.startswith(_BY_MASK)


def _has_written_message(code: str) -> bool:
    """Whether an ``assert`` has a literal message or none."""
    try:
        (statement,) = ast.parse(code).body
    except (SyntaxError, ValueError):
        return False
    message = statement.msg if isinstance(statement, ast.Assert) else None
    return message is None or (isinstance(message, ast.Constant) and isinstance(message.value, str))
