"""What a graph break costs, what it comes of, and what goes away with it."""

from __future__ import annotations

from collections.abc import Sequence

from ..report import BreakOutcome
from .words import duration, plural, within


def cost(
    outcome: BreakOutcome, events: int, splits: list[tuple[int, int]], eager_ns: int, gone: Sequence[int] = ()
) -> str:
    """What a cause costs: how often, what it splits, what ran eagerly for it, and the breaks that go away with it."""
    parts = ["once" if events == 1 else f"{events:,} times"]
    if outcome == "resumed" and splits:
        before, after = sum(s[0] for s in splits), sum(s[1] for s in splits)
        if before and after:
            parts.append(f"{plural(before, 'op')} before it, {after:,} after")
        elif before or after:
            parts.append(f"{plural(before or after, 'op')} {'before' if before else 'after'} it")
    elif outcome == "frame_skipped":
        parts.append("the whole function runs eagerly")
    elif outcome == "rest_eager":
        parts.append("the rest of the function runs eagerly")
    elif outcome == "error":
        parts.append("compilation stopped with an error")
    if eager_ns > 0:
        parts.append(f"{duration(eager_ns)} in Python")
    if gone:
        numbers = ", ".join(map(str, gone))
        parts.append(f"break {numbers} goes away with it" if len(gone) == 1 else f"breaks {numbers} go away with it")
    return " · ".join(parts)


def goes_away_with(number: int) -> str:
    """Of a cause that is there only because of another."""
    return f"Goes away with {number}."


def same_call_as(number: int) -> str:
    """Of a cause in a library that one call of the user's leads to, as it does to another."""
    return f"Reached by the same call as {number}."


def came_before(title: str, where: str) -> str:
    """A break that would have been carried out, had not another reason made it impossible."""
    return f"{title}{f' ({where})' if where else ''}, a break of its own; mending that one alone would not help here."


def came_of_it(title: str, where: str) -> str:
    """Why a break could not be carried out: it would be gone with the break."""
    return f"Dynamo could not stop here and go on: {within(title)}{f' ({where})' if where else ''}."


def rest_of(function: str, line: int) -> str:
    """The part of a function behind a break, which Dynamo compiles as a function of its own."""
    return f"{function} after line {line}"
