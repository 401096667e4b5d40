"""Breaks → causes: what is of one place and kind is one, and what comes of another stands under it."""

from __future__ import annotations

from msgspec.structs import replace

from .. import wording
from ..advice.library import called_at
from ..report import Break, BreakOutcome, Cause
from .build import Found

_WORST: tuple[BreakOutcome, ...] = ("error", "frame_skipped", "rest_eager", "resumed")
_Place = tuple[str, int, str]
_Cost = tuple[bool, int, int, int, int]


def causes(
    found: list[Found], eager_ns: dict[int, int], split: dict[int, tuple[int, int]]
) -> tuple[list[Break], list[Cause]]:
    """Group breaks by place and kind: the one to mend first on top, and below each what would go away with it.

    Args:
        found: From :func:`build.find`.
        eager_ns: Position in ``found`` → time that ran eagerly because of it.
        split: Position in ``found`` → (ops in the graph before it, ops in the graph after it).

    Returns:
        The breaks, each with the index of its cause, and the causes.
    """
    groups: dict[_Place, list[int]] = {}
    for position, item in enumerate(found):
        groups.setdefault(_place(item), []).append(position)
    above = {place: over for place in groups if (over := _above(place, groups, found)) is not None}
    below = {place: [other for other, over in above.items() if over == place] for place in groups}

    def cost(place: _Place) -> _Cost:
        """Of a group with all that goes away with it."""
        members = [member for group in (place, *below[place]) for member in groups[group]]
        nothing_to_do = all(found[member].follows for member in groups[place])
        worst = min(_WORST.index(found[member].event.outcome) for member in members)
        return (nothing_to_do, worst, -sum(eager_ns.get(member, 0) for member in members), -len(members), members[0])

    order = []
    for place in sorted((place for place in groups if place not in above), key=cost):
        order += [place, *sorted(below[place], key=cost)]
    index = {place: number for number, place in enumerate(order)}
    events = [item.event for item in found]
    result = []
    for place in order:
        members = groups[place]
        gone = [member for other in below[place] for member in groups[other] if _goes(found[member])]
        splits = [split[member] for member in members if member in split]
        eager = sum(eager_ns.get(member, 0) for member in members)
        outcome = min((events[member].outcome for member in members), key=_WORST.index)
        first = events[members[0]]
        under = index[above[place]] if place in above else -1
        result.append(
            Cause(
                number=index[place] + 1,
                title=first.reason,
                gb_type=first.gb_type,
                gb_id=first.gb_id,
                location=first.location,
                user_location=next((e.user_location for e in (events[m] for m in members) if e.user_location), None),
                explanation=first.explanation,
                hints=tuple(dict.fromkeys(hint for member in members for hint in events[member].hints)),
                link=first.link,
                example=found[members[0]].example,
                breaks=tuple(members),
                outcome=outcome,
                cost=wording.breaks.cost(outcome, len(members), splits, eager, _numbers(gone, found)),
                eager_ns=eager,
                also=tuple(dict.fromkeys(told for member in members for told in events[member].also)),
                under=under,
                under_note=_note(under, found[members[0]]),
            )
        )
        for member in members:
            events[member] = replace(events[member], cause=index[place])
    return events, result


def _numbers(members: list[int], found: list[Found]) -> list[int]:
    return sorted(found[member].event.number for member in members)


def _place(item: Found) -> _Place:
    return (item.event.location.file, item.event.location.line, item.event.gb_type)


def _goes(item: Found) -> bool:
    return item.root >= 0


def _above(place: _Place, groups: dict[_Place, list[int]], found: list[Found]) -> _Place | None:
    """The group that a group stands under: what all of it comes of, or the first at the same call of the user's."""
    members = groups[place]
    roots = {_topmost(found, member) for member in members}
    if -1 not in roots and (over := _place(found[min(roots)])) != place:
        return over
    event = found[members[0]].event
    if _in_library(event):
        for other, others in groups.items():
            if other == place:
                return None
            if _same_call(found[others[0]].event, event) and -1 in {found[member].root for member in others}:
                return other
    return None


def _topmost(found: list[Found], position: int) -> int:
    """The break at the root of one, -1 if it is its own."""
    root = found[position].root
    while root >= 0 and found[root].root >= 0:
        root = found[root].root
    return root


def _in_library(event: Break) -> bool:
    return event.user_location is not None and event.user_location != event.location


def _same_call(one: Break, other: Break) -> bool:
    """Whether two breaks in a library come of one call in the user's code."""
    mine, theirs = one.user_location, other.user_location
    if mine is None or theirs is None or not _in_library(one):
        return False
    places = {(at.file, at.line, at.column, at.end_column) for at in (mine, theirs)}
    return len(places) == 1 and called_at(mine.code, mine.column, mine.end_column) != ""


def _note(under: int, item: Found) -> str:
    """Why a cause stands under another; empty for one that does not."""
    if under < 0:
        return ""
    return wording.breaks.goes_away_with(under + 1) if _goes(item) else wording.breaks.same_call_as(under + 1)
