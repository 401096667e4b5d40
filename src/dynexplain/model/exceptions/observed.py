"""An exception that Dynamo saw coming: whether plain Python raised it, too, is known where it ran."""

from __future__ import annotations

from ...tracer.reading.stacks import plain_name
from ..report import Cause, Code
from .case import Case, Told

_KIND = "Observed exception"
_BOTH = "Dynamo saw that this line raises, left the function to Python, and Python raised it."


def cause(case: Case, cause: Cause) -> Told | None:
    """Tell who raised."""
    if cause.gb_type != _KIND:
        return None
    place = cause.user_location or cause.location
    if case.error is not None and case.error.origin == "user" and _is_here(cause, case):
        return Told(
            f"{'An' if case.error.type[0] in 'AEIOU' else 'A'} `{case.error.type}` is raised",
            _BOTH,
            ("It is the exception above, and nothing that the compiler has to do with.",),
            cause.example,
        )
    if cause.outcome == "error":
        return Told(
            "Dynamo comes to a line that raises",
            "No graph is made of a way that ends in an exception. Plain Python has not run here, so it is not known "
            "whether it raises as well.",
            (f"If it does, put the call right. If plain Python goes another way: {_other_way(place.code)}",),
            cause.example,
        )
    ran = _ran(cause, case)
    if ran is None:
        return None
    if ran.raised:
        caught = "Where the exception is caught outside, test for what makes it instead: then the function is compiled."
        return Told("An exception leaves the function", _BOTH, (caught,), cause.example)
    name = plain_name(ran.name).rpartition(".")[2]
    return Told(
        "Dynamo goes the way of an exception that Python does not go",
        f"Dynamo came to line {place.line}, which raises, and gave `{name}` up. It ran as plain Python, and raised "
        "nothing there: Dynamo was misled by the condition that leads to it.",
        (_other_way(place.code)[0].upper() + _other_way(place.code)[1:],),
        cause.example,
    )


def _is_here(cause: Cause, case: Case) -> bool:
    """Whether the exception that ended the call came by the line of this break."""
    error = case.error
    places = {(place.file, place.line) for place in (error.stack if error is not None else ())}
    at = cause.user_location or cause.location
    return (at.file, at.line) in places


def _ran(cause: Cause, case: Case) -> Code | None:
    """The function that was left to Python because of it, as it ran."""
    for place in case.event(cause).stack:
        name = plain_name(place.function).rpartition(".")[2]
        for code in case.codes:
            same = code.location.file == place.file and plain_name(code.name).rpartition(".")[2] == name
            if same and code.kind in ("eager", "skipped"):
                return code
    return None


def _other_way(code: str) -> str:
    """What to do where Dynamo answers a condition otherwise than Python."""
    if "isinstance" in code or "issubclass" in code:
        return (
            "test the type before the compiled function is called. Dynamo does not ask a metaclass's "
            "`__instancecheck__` about a tensor."
        )
    return "work the condition out before the compiled function is called, and pass the answer."
