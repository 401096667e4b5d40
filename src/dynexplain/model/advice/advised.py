"""What helps against one break: what its kind suggests, unless its line or where it is says more."""

from __future__ import annotations

import ast
import re
from dataclasses import dataclass

from ..report import Break, Example, Location
from ..source.places import Places
from . import remedies, titles
from .branching import branches_on_number
from .hints import HINTS

_BRANCH = "Data-dependent branching"
_WITH = "Unsupported context manager"
_NUMBER = ("Data dependent operator", "_local_scalar_dense")
_GENERATOR = "Attempt to trace generator"

_LOOP = (
    "How often the loop runs depends on a tensor: leave the loop outside, and compile what it repeats. "
    "Or write it with `torch._higher_order_ops.while_loop`, which goes into the graph."
)
_ASSERT = "Make the message a string that is written out, or leave it away: such an `assert` goes into the graph."
_NUMBERS = "Keep the numbers in the tensor, and compute with it."
_LIBRARYS_BLOCK = (
    "It is in a library. Call that before the compiled function, and pass what it returns. "
    "A `functools.cached_property`, for one, takes its lock only when it is read for the first time."
)
_LIBRARYS_GENERATOR = "It is in a library that runs as plain Python here. There is nothing to do about it."


@dataclass(frozen=True, slots=True)
class Advised:
    """What a break is given to say about its remedy."""

    hints: tuple[str, ...]
    example: Example | None
    follows: bool = False
    """Whether it comes of something else, and there is nothing to change at its own place."""


def advised(event: Break, reader: remedies.Reader | None, places: Places) -> Advised:
    """Find what helps.

    Args:
        event: With torch's hints.
        reader: If it is a generator that was refused: what runs it because of an earlier break.
        places: For the text of files.
    """
    if reader is not None:
        return Advised((remedies.READ_BY[reader],), None, follows=True)
    kind, place = event.gb_type, event.location
    if kind == _GENERATOR and _in_library(place):
        return Advised((_LIBRARYS_GENERATOR,), None, follows=True)
    branches = kind == remedies.MAKES_A_NUMBER and branches_on_number(places.texts.lines(place.file), place.line)
    hints = remedies.useful_hints(kind, event.context, event.hints, own=not _in_library(place), branches=branches)
    example = remedies.example(kind, event.context, branches=branches) if _can_be_edited(place) else None
    if own := _of_line(event, hints):
        return Advised(own, example if own[0] == HINTS[_NUMBER] else None)
    return Advised(hints, example)


def _of_line(event: Break, hints: tuple[str, ...]) -> tuple[str, ...]:
    """What is to be said of this line in place of what its kind suggests."""
    kind, code = event.gb_type, event.location.code
    if kind == _BRANCH and code.startswith("while "):
        return (_LOOP,)
    if kind == _BRANCH and code.startswith("assert ") and not _has_written_message(code):
        return (_ASSERT,)
    if kind == _WITH and _in_library(event.location):
        return (_LIBRARYS_BLOCK,)
    if (kind, titles.name_in(kind, event.context)) == _NUMBER:
        drawn = HINTS[_NUMBER]
        return (drawn,) if re.search(r"\brandom\b", code) else (_NUMBERS, *(hint for hint in hints if hint != drawn))
    return ()


def _has_written_message(code: str) -> bool:
    """Whether an ``assert`` has a literal message or none, so that it is something else that makes it a branch."""
    try:
        (statement,) = ast.parse(code).body
    except (SyntaxError, ValueError):
        return False
    message = statement.msg if isinstance(statement, ast.Assert) else None
    return message is None or (isinstance(message, ast.Constant) and isinstance(message.value, str))


def _in_library(location: Location) -> bool:
    """Whether the code is the standard library's or an installed package's, and not made by ``exec``."""
    return not location.user and (not location.file.startswith("<") or location.file.startswith("<frozen "))


def _can_be_edited(location: Location) -> bool:
    """Whether a user can write the "after" of an example: not where an installed package has the code that breaks.

    Torch and the standard library only carry out what the user's own line asks for.
    """
    installed = "site-packages" in location.file or "dist-packages" in location.file
    return location.user or not installed or location.label.startswith("torch/")
