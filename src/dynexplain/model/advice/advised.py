"""What helps against one break: what its kind suggests, unless the program says that something else does."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import Literal

from ..report import Break, Example
from ..source.places import Places
from . import kinds, library, titles, torch_hints
from .phrases import OUTSIDE
from .situation import Situation

Follows = Literal["loop", "with", "transform", "maybe"]
COMES_OF: dict[Follows, str] = {
    "loop": (
        "What reads it runs eagerly because of an earlier break, so it was offered to Dynamo by itself. "
        "It goes away with that break."
    ),
    "with": (
        "The `with` block that enters it runs eagerly because of an earlier break, so it was offered to Dynamo by "
        "itself. It goes away with that break."
    ),
    "transform": (
        "The `vmap`, `grad` or other transform around it runs eagerly because of an earlier break, so it met compiled "
        "code. It goes away with that break."
    ),
    "maybe": "Torch says that an earlier break may be behind it: mend that one first.",
}
"""What helps where a break is there because of an earlier one."""


@dataclass(frozen=True, slots=True)
class Advised:
    """What a break is given to say about its remedy."""

    hints: tuple[str, ...]
    example: Example | None
    follows: bool = False
    """Whether it comes of something else, and there is nothing to change at its own place."""


def situation_of(kind: str, context: str, hints: tuple[str, ...]) -> Situation:
    """A break of which only torch's words are known, and not its place."""
    return Situation(kind, context, hints, titles.name_in(kind, context))


def advised(event: Break, follows: Follows | None, places: Places) -> Advised:
    """Find what helps.

    Args:
        event: With torch's hints.
        follows: If it is there because of an earlier break: in which way.
        places: For the text of files.
    """
    if follows is not None and follows != "maybe":
        return Advised((COMES_OF[follows],), None, follows=True)
    subject = titles.name_in(event.gb_type, event.context)
    lines = places.texts.lines(event.location.file)
    situation = Situation(
        kind=event.gb_type,
        context=event.context,
        hints=event.hints,
        subject=subject,
        location=event.location,
        lines=lines,
        users=event.user_location,
        outcome=event.outcome,
    )
    told = advice(situation)
    return replace(told, hints=(COMES_OF[follows], *told.hints)) if follows is not None else told


def advice(situation: Situation) -> Advised:
    """What helps: the entry's first "instead" that holds, or its hint with those of torch's that can be acted on."""
    known = kinds.find(situation.kind)
    for other in known.instead:
        if other.when(situation):
            more = torch_hints.useful(situation) if other.torchs else ()
            return Advised((*other.hints, *more), _shown(other.example, situation), other.follows)
    if library.is_out_of_reach(situation, rewrites=known.rewrites):
        return Advised(library.what_can_be_done(situation), None)
    example = _shown(known.example_for(situation.subject), situation)
    useful = torch_hints.useful(situation)
    ours = _ours(known.hint_for(situation.subject), situation)
    return Advised((ours, *useful) if ours else useful or situation.hints, example)


def _ours(hint: str, situation: Situation) -> str:
    if "{0}" not in hint:
        return hint
    # In a library the user has not written that call, and Python makes the others by itself.
    subject = situation.subject
    mine = subject and not situation.in_library and not subject.rpartition(".")[2].startswith("__")
    return hint.format(subject) if mine else OUTSIDE


def _shown(example: Example | None, situation: Situation) -> Example | None:
    return example if situation.can_be_edited else None
