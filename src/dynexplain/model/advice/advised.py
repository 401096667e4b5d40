"""What helps against one break: what its kind suggests, unless the program says that something else does."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

from ..report import Break, Example
from ..source.places import Places
from . import kinds, titles, torch_hints
from .phrases import OUTSIDE
from .situation import Situation

Reader = Literal["loop", "with"]
READ_BY: dict[Reader, str] = {
    "loop": (
        "What reads it runs eagerly because of an earlier break, so it was offered to Dynamo by itself. "
        "It goes away with that break."
    ),
    "with": (
        "The `with` block that enters it runs eagerly because of an earlier break, so it was offered to Dynamo by "
        "itself. It goes away with that break."
    ),
}
"""What helps where a generator was refused because of what uses it."""


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


def advised(event: Break, reader: Reader | None, places: Places) -> Advised:
    """Find what helps.

    Args:
        event: With torch's hints.
        reader: If it is a generator that was refused: what runs it because of an earlier break.
        places: For the text of files.
    """
    if reader is not None:
        return Advised((READ_BY[reader],), None, follows=True)
    subject = titles.name_in(event.gb_type, event.context)
    lines = places.texts.lines(event.location.file)
    return advice(Situation(event.gb_type, event.context, event.hints, subject, event.location, lines))


def advice(situation: Situation) -> Advised:
    """What helps: the entry's first "instead" that holds, or its hint with those of torch's that can be acted on."""
    known = kinds.find(situation.kind)
    for other in known.instead:
        if other.when(situation):
            more = torch_hints.useful(situation) if other.torchs else ()
            return Advised((*other.hints, *more), _shown(other.example, situation), other.follows)
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
