"""All kinds of exceptions that there is something to say about, in one list; the first that answers is right."""

from __future__ import annotations

from collections.abc import Callable

from msgspec.structs import replace

from ..report import Break, Cause
from ..run import RunError
from . import backends, constraints, fakes, forbidden, higher_order, inside, numbers, observed, permitted
from .case import Case, Told

ERRORS: tuple[Callable[[Case], Told | None], ...] = (
    constraints.error,
    forbidden.of_stance,
    forbidden.by_setting,
    forbidden.by_limit,
    backends.error,
    numbers.error,
    inside.forbidden,
    inside.too_deep,
    inside.fault,
)
"""What is asked about the exception itself."""
CAUSES: tuple[Callable[[Case, Cause], Told | None], ...] = (
    permitted.cause,
    higher_order.cause,
    numbers.cause,
    fakes.cause,
    observed.cause,
)
"""What is asked about a break that became an exception, or that comes of one."""


def of_error(case: Case) -> Told | None:
    """What to say of the exception that ended the run; None for what it says itself."""
    return next(filter(None, (entry(case) for entry in ERRORS)), None) if case.error is not None else None


def forbids(error: RunError) -> bool:
    """Whether it was raised since compiling again is forbidden."""
    return error.stance or error.type in ("RecompileError", "FailOnRecompileLimitHit")


def of_causes(case: Case, causes: list[Cause]) -> tuple[list[Break], list[Cause], str]:
    """The breaks and causes, those told anew that have an entry here; and the title of the one that was the end."""
    end = ""
    events, told_causes = list(case.events), []
    for cause in causes:
        told = next(filter(None, (entry(case, cause) for entry in CAUSES)), None)
        if told is None:
            told_causes.append(cause)
            continue
        title = told.title[0].upper() + told.title[1:]
        told_causes.append(
            replace(cause, title=title, explanation=told.explanation, hints=told.hints, example=told.example)
        )
        for index in cause.breaks:
            events[index] = replace(events[index], reason=title, explanation=told.explanation, hints=told.hints)
        end = title if cause.outcome == "error" else end
    return events, told_causes, end
