"""Break records → breaks and causes: one compile id stops at most once, for the reason that decided how it went on."""

from __future__ import annotations

from dataclasses import dataclass

from msgspec.structs import replace

from ...tracer.records import CompileRecord, RefusalRecord, SkipRecord
from ..advice import titles
from ..advice.advised import advised
from ..advice.kinds.unnamed import LONGEST
from ..report import Break, BreakOutcome, Example, Location
from ..source.places import Places
from . import message, reasons, registry
from .roots import Root, root_of

_SKIPPED = "Failed to handle graph break gracefully"
_PARTIAL = "Encountered graph break that we cannot resume from"
_STOPPED = ("Unsupported", "UserError", "StepUnsupported", "UncapturedHigherOrderOpError", "TorchRuntimeError")


@dataclass(frozen=True, slots=True)
class Found:
    """A break and the conversion it belongs to (-1: refused before there was one)."""

    event: Break
    compile: int
    example: Example | None
    """How to write it instead."""
    follows: bool
    """Whether it comes of something else, and there is nothing to change at its own place."""
    root: int = -1
    """The position of the earlier break without which it would not be there."""


def find(
    compiles: list[CompileRecord], skips: list[SkipRecord], refusals: list[RefusalRecord], places: Places
) -> list[Found]:
    """All breaks in the order they happened, numbered, without their causes yet."""
    suppressed = {id(skip.compile) for skip in skips if skip.compile is not None}
    found: list[tuple[int, Break, int, RefusalRecord | None]] = []
    for index, record in enumerate(compiles):
        if record.breaks:
            outcome = _outcome(record, suppressed=id(record) in suppressed)
            found.append((record.breaks[0].time_ns, _event(record, outcome, places), index, None))
    refused_and_skipped = {id(skip.refusal) for skip in skips if skip.refusal is not None}
    for refusal in refusals:
        outcome = "frame_skipped" if id(refusal) in refused_and_skipped else "error"
        found.append((refusal.time_ns, _refused(refusal, outcome, places), -1, refusal))
    found.sort(key=lambda item: item[0])
    finished: list[Found] = []
    for number, (_, event, index, refused) in enumerate(found, start=1):
        root = root_of(event, refused, [item.event for item in finished])
        finished.append(_finished(event, number, index, places, root))
    return finished


def _event(record: CompileRecord, outcome: BreakOutcome, places: Places) -> Break:
    decided = reasons.decided(record.breaks)
    first = record.breaks[decided]
    root, *more = message.chain(first.message)
    kind = root.kind if registry.identify(root.kind)[0] else root.kind[:LONGEST] or first.kind
    others = [part for logged in record.breaks if logged is not first for part in message.chain(logged.message)]
    stack = places.trace(first.above + first.stack)
    location = places.trace(first.stack)[-1] if first.stack else places.of_code(record.code)
    return _break(
        kind,
        root,
        compile_id=record.id,
        outcome=outcome,
        location=location,
        stack=stack or (location,),
        chain=tuple(dict.fromkeys(part.kind for part in (*more, *others) if part.kind != kind)),
        time_ns=record.breaks[0].time_ns,
        also=reasons.others(record.breaks, decided, places),
    )


def _outcome(record: CompileRecord, *, suppressed: bool) -> BreakOutcome:
    logged_as = record.breaks[-1].logged_as
    # An error that did not reach the caller left the whole function to CPython, also one after the break was logged.
    if suppressed or logged_as.startswith(_SKIPPED):
        return "frame_skipped"
    # A backend that raises, or an interrupt, ends the call, too; but Dynamo was about to go on after the break.
    if record.error_kind in _STOPPED:
        return "error"
    return "rest_eager" if logged_as.startswith(_PARTIAL) else "resumed"


def _refused(refusal: RefusalRecord, outcome: BreakOutcome, places: Places) -> Break:
    location = places.of_code(refusal.code)
    text = message.Message(refusal.kind, refusal.explanation, refusal.hints, refusal.context, "")
    return _break(
        refusal.kind,
        text,
        compile_id="",
        outcome=outcome,
        location=location,
        stack=(*places.trace(refusal.above), location),
        chain=(),
        time_ns=refusal.time_ns,
    )


def _break(
    kind: str,
    text: message.Message,
    *,
    compile_id: str,
    outcome: BreakOutcome,
    location: Location,
    stack: tuple[Location, ...],
    chain: tuple[str, ...],
    time_ns: int,
    also: tuple[str, ...] = (),
) -> Break:
    identifier, link = registry.identify(kind)
    users = next((place for place in reversed(stack) if place.user), None)
    return Break(
        number=0,
        cause=-1,
        compile_id=compile_id,
        gb_type=kind,
        gb_id=identifier,
        outcome=outcome,
        location=location,
        user_location=users,
        stack=stack,
        reason=titles.break_title(kind, text.context, text.explanation),
        explanation=titles.explained(kind, text.explanation),
        context=text.context,
        hints=text.hints,
        link=text.link or link,
        chain=chain,
        time_ns=time_ns,
        also=also,
    )


def _finished(event: Break, number: int, compile_index: int, places: Places, root: Root | None) -> Found:
    """Give a break its number, and what helps against it."""
    told = advised(event, root.how if root is not None else None, places)
    position = root.position if root is not None and told.follows else -1
    return Found(replace(event, number=number, hints=told.hints), compile_index, told.example, told.follows, position)


def second_count(compiles: list[CompileRecord]) -> int:
    """The number of breaks by another way than :func:`find`, which never looks at ``log_graph_break``.

    Conversions whose emitted code ends in a break, conversions that failed because the code cannot be captured, and
    those that failed for another reason while the code that ends in a break was emitted: a backend that raises.
    """
    return sum(
        record.error_kind in _STOPPED or bool(record.ended_in_break)
        if record.error_kind
        else bool(record.new_code is not None and record.ended_in_break)
        for record in compiles
        if record.refusal is None
    )
