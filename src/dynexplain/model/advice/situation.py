"""One graph break as advice may look at it: what torch says of it, and the place in the program."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass

from ..report import BreakOutcome, Location

NOWHERE = Location(file="", line=0, function="", label="")


@dataclass(frozen=True, slots=True)
class Situation:
    """What conditions are asked about.

    Args:
        kind: Torch's ``gb_type``.
        context: Torch's developer context.
        hints: Torch's.
        subject: What the break is about, such as the function that cannot be traced; empty where its kind tells it all.
        location: Its line, the innermost one.
        lines: The file of that line; empty where there is none.
        users: The innermost line of the user's own code, if there is one on the stack.
        outcome: How it went on.
    """

    kind: str
    context: str = ""
    hints: tuple[str, ...] = ()
    subject: str = ""
    location: Location = NOWHERE
    lines: Sequence[str] = ()
    users: Location | None = None
    outcome: BreakOutcome = "resumed"

    @property
    def in_library(self) -> bool:
        """Whether the code is the standard library's or an installed package's, and not made by ``exec``."""
        place = self.location
        return bool(place.file) and not place.user and (place.file[:1] != "<" or place.file.startswith("<frozen "))

    @property
    def can_be_edited(self) -> bool:
        """Whether a user can write the "after" of an example: not where an installed package has the code that breaks.

        Torch and the standard library only carry out what the user's own line asks for.
        """
        place = self.location
        installed = "site-packages" in place.file or "dist-packages" in place.file
        return place.user or not installed or place.label.startswith("torch/")


Condition = Callable[[Situation], bool]
"""Says whether something is so of one break."""
