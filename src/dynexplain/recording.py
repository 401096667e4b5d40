"""What optimize(), watch() and the cell magic share: a recorder, calls that it listens to, and the report of them."""

from __future__ import annotations

import contextlib
from collections.abc import Callable
from typing import Any

from .assemble import assemble, describe_error
from .model import wording
from .model.run import RunError, RunSubject
from .output import ExplainOutput
from .question import Question
from .tracer import engine
from .tracer.recorder import Audience, Recorder
from .tracer.session import Listening
from .tracer.signals import is_from_handler
from .tracer.state.history import History, Memory
from .tracer.state.users_state import Changed

AUDIENCES: list[Callable[[Recorder], Audience | None]] = []
"""Who may want to follow a session while it runs. A notebook adds itself, and so nothing here knows of notebooks."""
NOTHING = RunSubject("nothing", "callable", None)


def shown_options(
    *, dynamic: bool | None, fullgraph: bool, mode: str | None, options: dict[str, Any] | None
) -> dict[str, str]:
    """The options of ``torch.compile`` that were given, as a report shows them."""
    given = {"dynamic": dynamic, "fullgraph": fullgraph or None, "mode": mode, "options": options}
    return {name: repr(value) for name, value in given.items() if value is not None}


class Recording:
    """A recorder with its subject, and how the last call ended.

    Args:
        subject: What is explained.
        backend: Its name, for the report.
        options: Options as the caller gave them, for the report.
        every_thread: Whether to listen to all threads.
    """

    def __init__(
        self,
        subject: RunSubject = NOTHING,
        *,
        backend: str = "",
        options: dict[str, str] | None = None,
        disabled: str = "",
        every_thread: bool = False,
    ) -> None:
        self.recorder = Recorder(keep_modules=not every_thread, find_links=not every_thread)
        self.subject = subject
        self.backend = backend
        self.options = options or {}
        self.disabled = disabled
        self.error: RunError | None = None
        self.function: Any = None
        """What is called, for questions about other inputs."""
        self.is_the_answer = False
        """Whether a report is all that was asked for, so that a notebook shows it also if the call raised."""
        self.changes: tuple[Changed, ...] = ()
        self._every_thread = every_thread

    def remember(self, memory: Memory) -> None:
        """Say what Dynamo is to know of earlier calls, before the first one is made."""
        self.recorder.history = History(memory)

    def call(self, named: Callable[[], RunSubject] | None = None, *, owner: Any = None) -> Call:
        """A call, or a block, to be listened to while what this returns is open.

        Args:
            named: Gives the report its subject, at the first call.
            owner: See :class:`Listening`.
        """
        return Call(self, named, every_thread=self._every_thread, owner=owner)

    def begin(self) -> None:
        """A call begins."""
        self.error = None
        with self.recorder.shielded("settings"):
            self.disabled = self.disabled or engine.disabled_reason()
        with self.recorder.shielded("progress"):
            if self.recorder.audience is None:
                self.recorder.audience = next(filter(None, (find(self.recorder) for find in AUDIENCES)), None)

    def failed(self, error: BaseException) -> None:
        """A call raised: keep what it says, and put the report so far on it.

        Of the error only text is kept, since its traceback holds the user's tensors. The report is built when somebody
        looks at it.
        """
        with self.recorder.shielded("errors"):
            self.error = describe_error(error, self.recorder)
            output = self.output()
            self._put_on(error, output)

    def _put_on(self, error: BaseException, output: ExplainOutput) -> None:
        """Give an exception its report, without running methods that its class may have for that."""
        put = BaseException.__setattr__
        # It may be of a kind that takes no attributes.
        with contextlib.suppress(Exception):
            put(error, "explain_output", output)
            if self.is_the_answer:
                # IPython asks an exception for this. The output holds no exception, and so it stays no longer.
                put(error, "_render_traceback_", output._render_raised)
            is_plain = type(error).__setattr__ is put and not hasattr(type(error), "__getattr__")
            if is_plain and wording.ending.ON_THE_EXCEPTION not in getattr(error, "__notes__", ()):
                error.add_note(wording.ending.ON_THE_EXCEPTION)

    def fault(self, error: Exception) -> bool:
        """An error of ours around a call, which then goes unheard; False if it is not ours."""
        if is_from_handler(error):
            return False
        self.recorder.note_fault("calls", error)
        return True

    def output(self, result: Any = None) -> ExplainOutput:
        """The output of every call so far."""
        backends = dict.fromkeys(graph.backend for graph in self.recorder.graphs)
        seen = self.recorder.snapshot()
        return assemble(
            seen,
            self.subject,
            backend=", ".join(backends) if self.subject.kind == "session" and backends else self.backend or "no",
            options=self.options,
            disabled=self.disabled,
            error=self.error,
            changes=self.changes,
            result=result,
            ask=Question(seen, self.function, self.subject.name) if self.function is not None else None,
        )


class Call(Listening):
    """One call, or one block, of a recording, while it runs."""

    def __init__(
        self, recording: Recording, named: Callable[[], RunSubject] | None, *, every_thread: bool, owner: Any
    ) -> None:
        super().__init__(recording.recorder, every_thread=every_thread, owner=owner)
        self._recording = recording
        self._named = named

    def _enter(self) -> None:
        recording = self._recording
        recording.begin()
        if self._named is not None and not recording.subject.call:
            with recording.recorder.shielded("call"):
                recording.subject = self._named()
        super()._enter()

    def _leave(self, error: BaseException | None) -> None:
        super()._leave(error)
        if error is not None:
            self._recording.failed(error)
