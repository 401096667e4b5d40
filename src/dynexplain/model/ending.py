"""How a run ended, and what the exception says that ended it: by its parts, as a person reads them."""

from __future__ import annotations

from ..tracer.recorder import Recorder
from . import wording
from .advice.advised import advice, situation_of
from .breaks import message
from .exceptions import table
from .exceptions.case import Case
from .report import ErrorInfo, Outcome
from .run import RunContext, RunError
from .source.places import Places
from .wording.words import first_line


def outcome(recorder: Recorder, context: RunContext, places: Places, case: Case, end: str) -> Outcome:
    """How the run ended; ``end``: the title of the break that was its end, if that is told in our words."""
    if context.error is not None:
        info = _error(context.error, recorder, places, case, end)
        return Outcome("raised", f"{info.type}: {info.message}", info)
    if context.disabled and not recorder.compiles:
        return Outcome("disabled", context.disabled, None)
    # A block that is still open has made no call yet that has ended.
    if not (recorder.calls or recorder.compiles or recorder.skips):
        return Outcome("not_called", "", None)
    return Outcome("ok", "", None)


def _error(error: RunError, recorder: Recorder, places: Places, case: Case, end: str) -> ErrorInfo:
    stack = places.trace(error.stack)
    users = next((place for place in reversed(stack) if place.user), None)
    graph = error.graph if error.graph < len(recorder.graphs) else -1
    backend = recorder.graphs[graph].backend if graph >= 0 else ""
    told = table.of_error(case)
    heading, explanation, hints = (told.title, told.explanation, told.hints) if told is not None else _parts(error)
    if end and error.origin == "dynamo":
        heading = end
    found = told.location if told is not None else None
    return ErrorInfo(
        type=error.type,
        message=error.message,
        origin=error.origin,
        location=found or users or (stack[-1] if stack else None),
        traceback=error.traceback,
        graph=graph,
        raised_by=wording.ending.MAY_NOT_COMPILE
        if table.forbids(error)
        else wording.ending.raised_by(error.origin, graph, backend),
        heading=heading,
        explanation=explanation,
        hints=hints,
    )


def _parts(error: RunError) -> tuple[str, str, tuple[str, ...]]:
    """What a message says first, the rest of it, and its hints."""
    if error.origin in ("dynamo", "backend"):
        # The user's line and the names of environment variables are in the message, too; the report has a place for it.
        told = message.chain(error.message)[0]
        if told.hints or told.explanation:
            if error.origin == "dynamo" and told.hints:
                return told.kind, told.explanation, advice(situation_of(told.kind, told.context, told.hints)).hints
            text = f"{told.kind}\n{told.explanation}"
        else:
            text = told.kind
    else:
        text = error.message
    heading = first_line(text)
    first, _, rest = text.strip().partition("\n")
    if first.rstrip().endswith(":"):
        rest = rest.strip().partition("\n")[2]
    return heading, rest.strip("\n"), ()
