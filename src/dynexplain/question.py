"""would_recompile(): whether another input would be served by what is compiled."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from .errors import NoEntriesError
from .model import recompiles, wording
from .model.places import Places
from .model.report import FailedGuard
from .tracer.lookup import NoEntryError, ask
from .tracer.recorder import Recorder


@dataclass(frozen=True, slots=True)
class Answer:
    """Whether a call would be compiled again. True or false by itself: ``if out.would_recompile(x): …``.

    Attributes:
        recompiles: Whether no entry serves.
        entry: The compile id of the entry that serves, or of the one that came closest.
        failed: The guard of the closest entry that fails, with both values.
        text: All of it in a sentence.
        advice: What would avoid the recompile; may be empty.
    """

    recompiles: bool
    entry: str
    failed: FailedGuard | None
    text: str
    advice: str

    def __bool__(self) -> bool:
        return self.recompiles

    def __str__(self) -> str:
        return f"{self.text} {self.advice}".strip()


def would_recompile(
    recorder: Recorder, function: Any, name: str, args: tuple[Any, ...], kwargs: dict[str, Any]
) -> Answer:
    """Answer for one call of an explained function.

    Raises:
        NoEntriesError: Nothing was compiled that the question could be about.
        TypeError: The function does not take these arguments.
    """
    try:
        asked = ask(function, recorder.entry_code, recorder.compiles, args, kwargs)
    except NoEntryError as error:
        raise NoEntriesError(f"Whether `{name}` would be compiled again cannot be told: {error}.") from error
    serving = next((failure for failure in asked if not failure.reason), None)
    if serving is not None:
        return Answer(False, serving.compile_id, None, wording.is_served(name, serving.compile_id), "")
    closest = recompiles.nearest(asked)
    failed = recompiles.failed_guard(closest, Places({})) if closest is not None else None
    text, advice = recompiles.told(name, failed, would=True)
    return Answer(True, closest.compile_id if closest is not None else "", failed, text, advice)
