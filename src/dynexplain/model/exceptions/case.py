"""What an entry is asked about, and what it answers."""

from __future__ import annotations

from dataclasses import dataclass

from ...tracer.recorder import Recorder
from ...tracer.records import CompileRecord
from ..report import Break, Cause, Code, Example, Location, Recompile
from ..run import RunContext, RunError
from ..source.places import Places


@dataclass(frozen=True, slots=True)
class Told:
    """What to say of an exception or of a break in place of torch's own words."""

    title: str
    explanation: str = ""
    hints: tuple[str, ...] = ()
    example: Example | None = None
    location: Location | None = None
    """The user's line; None for the one that is known without."""


@dataclass(frozen=True, slots=True)
class Case:
    """A run, while its report is made."""

    context: RunContext
    recorder: Recorder
    compiles: tuple[CompileRecord, ...]
    places: Places
    events: tuple[Break, ...]
    recompiles: tuple[Recompile, ...]
    codes: tuple[Code, ...]

    @property
    def error(self) -> RunError | None:
        """What the caller was told."""
        return self.context.error

    @property
    def fullgraph(self) -> bool:
        """Whether no break was allowed from the outset."""
        options = self.context.options
        return options.get("fullgraph") == "True" or options.get("nopython") == "True"

    def event(self, cause: Cause) -> Break:
        """The first break of a cause."""
        return self.events[cause.breaks[0]]

    def users_line(self, stack: tuple[Location, ...]) -> Location | None:
        """The innermost line of the user's."""
        return next((place for place in reversed(stack) if place.user), stack[-1] if stack else None)
