"""would_recompile(): whether another input would be served by what is compiled."""

from __future__ import annotations

import copy
import inspect
import weakref
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

from .errors import NoEntriesError
from .model import wording
from .model.guards.value_names import users_terms
from .model.recompiles import build as recompiles
from .model.recompiles.nearest import answered_by, nearest
from .model.report import FailedGuard
from .model.source.places import Places
from .tracer.engine import innermost
from .tracer.reading.lookup import Entries, NoEntryError
from .tracer.recorder import Recorder
from .tracer.state.global_state import current, within
from .visible import visible


@dataclass(frozen=True, slots=True)
class Answer:
    """Whether a call would be compiled again. True or false by itself: ``if out.would_recompile(x): …``.

    Attributes:
        recompiles: Whether no entry serves. At the recompile limit it would then run as plain Python, as the text says.
        entry: The compile id of the entry that serves, or of the one that came closest.
        failed: The guard of the closest entry that fails, with both values; of several, the most telling.
        text: All of it in a sentence.
        advice: What would avoid the recompile; may be empty.
        also: The other guards of that entry that fail.
    """

    recompiles: bool
    entry: str
    failed: FailedGuard | None
    text: str
    advice: str
    also: tuple[FailedGuard, ...] = ()

    def __bool__(self) -> bool:
        return self.recompiles

    def __str__(self) -> str:
        return visible(f"{self.text} {self.advice}".strip())


class Question:
    """Asks whether another call of an explained function would be compiled again.

    It is asked in torch's global state of the call that was explained (grad mode, autocast, defaults), whatever that
    of the code that asks is: a viewer asks from anywhere.

    Args:
        recorder: What was heard; only the guards are kept.
        function: What was explained.
        name: Its name, for the answer.
    """

    def __init__(self, recorder: Recorder, function: Any, name: str) -> None:
        self.name = name
        self._entries = Entries(recorder.entry_code, recorder.compiles)
        self._answered = answered_by(recorder.compiles)
        entry = next((record for record in recorder.compiles if record.code is recorder.entry_code), None)
        self._state = recorder.asked_in
        self._terms = users_terms(entry) if entry is not None else str
        self._find: Callable[[], Any] = lambda: function

    def weakly(self) -> Question | None:
        """The same question, which keeps the function (and a model's tensors) alive no longer than others do.

        Returns:
            None where nobody could ask: nothing was compiled, it takes no arguments, or it cannot be referred to so.
        """
        # A compiled function is a wrapper, which may be dropped while what is in it lives on.
        function = innermost(self._find())
        weak = copy.copy(self)
        try:
            if not self._entries or not inspect.signature(function).parameters:
                return None
            weak._find = weakref.WeakMethod(function) if inspect.ismethod(function) else weakref.ref(function)
        except (TypeError, ValueError):
            return None
        return weak

    def __call__(self, args: tuple[Any, ...], kwargs: dict[str, Any]) -> Answer:
        """Answer for one call.

        Raises:
            NoEntriesError: Nothing was compiled that the question could be about, or the function is gone.
            TypeError: The function does not take these arguments.
        """
        name, function = self.name, self._find()
        try:
            if function is None:
                raise NoEntryError("it has been deleted since")
            here = current()
            state = self._state or here
            with within(state):
                asked = self._entries.ask(function, args, kwargs)
        except NoEntryError as error:
            raise NoEntriesError(f"Whether `{name}` would be compiled again cannot be told: {error}.") from error
        names = [
            wording.recompiles.STATE_NAMES[name] for name, one in state._asdict().items() if one != getattr(here, name)
        ]
        note = f" {wording.recompiles.asked_as_recorded(list(dict.fromkeys(names)))}" if names else ""
        serving = next((failure for failure in asked if not failure.reason), None)
        if serving is not None:
            broken = self._entries.end_in_a_break(serving.compile_id)
            return Answer(
                False,
                serving.compile_id,
                None,
                wording.recompiles.is_served(name, serving.compile_id, broken) + note,
                "",
            )
        closest = nearest(asked, self._answered)
        failed = recompiles.failed_guards(closest, Places({}), self._terms) if closest is not None else ()
        at_limit = self._entries.are_at_the_limit
        text, advice = recompiles.told(name, failed, would=True, limit=at_limit, terms=self._terms)
        entry = closest.compile_id if closest is not None else ""
        return Answer(True, entry, failed[0] if failed else None, text + note, advice, failed[1:])
