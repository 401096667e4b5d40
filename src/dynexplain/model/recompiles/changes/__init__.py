"""What a guard that failed says has changed.

Torch writes an expression for some guards and a message for others; each rule reads one kind of them. What no rule
knows is quoted.
"""

from __future__ import annotations

from . import advice, objects, state, tensors
from .change import Change, quoted

_RULES = (*tensors.RULES, *state.RULES, *objects.RULES)


def read(code: str, actual: str = "", expected: str = "") -> Change:
    """The change that made a guard fail.

    Args:
        code: What torch says of the guard, without the comment behind it.
        actual: The value that the guard saw, in words, where the text does not tell.
        expected: The value that it was made for, where that is known and the text does not tell.
    """
    if member := objects.member(code, actual, expected):
        return member
    if part := state.part_of_state(code, actual, expected):
        return part
    for pattern, change in _RULES:
        if match := pattern.search(code):
            return change(match, actual)
    return quoted(code, advice.condition(code))
