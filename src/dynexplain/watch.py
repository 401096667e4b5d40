"""watch(): observe a block of code that calls ``torch.compile`` itself."""

from __future__ import annotations

from typing import Any

from . import hook
from .model.run import RunSubject
from .output import ExplainOutput
from .recording import Call, Recording
from .tracer import engine


class Watch(hook.Block):  # type: ignore[misc]  # a class of the compiled part, or of what stands for it
    """A session around a block. Its report grows with the block, and can be asked for at any time.

    Nothing that Dynamo decides is changed: no backend, no setting, no cache.
    """

    def __init__(self) -> None:
        engine.check_supported()
        self._recording = Recording(RunSubject("this block", "session", None), every_thread=True)
        self._calls: list[Call] = []

    def __enter__(self) -> Watch:
        """Start to listen, on every thread."""
        return super().__enter__()  # type: ignore[no-any-return]

    def _enter(self) -> None:
        call = self._recording.call(owner=self)
        self._calls.append(call)
        call._enter()

    def _leave(self, error: BaseException | None) -> None:
        # An exception goes on unchanged and carries the report.
        while len(self._calls) > self.entered:
            self._calls[-1]._leave(error)
            self._calls.pop()

    def _fault(self, error: Exception) -> bool:
        return self._recording.fault(error)

    @property
    def recorder(self) -> Any:
        """The recorder of this session."""
        return self._recording.recorder

    def explain_output(self) -> ExplainOutput:
        """The report of everything so far."""
        return self._recording.output()

    def _ipython_display_(self) -> None:
        self.explain_output()._ipython_display_()

    def _repr_mimebundle_(self, include: Any = None, exclude: Any = None) -> Any:
        return self.explain_output()._repr_mimebundle_(include, exclude)

    def __str__(self) -> str:
        """The text report so far."""
        return str(self.explain_output())


def watch() -> Watch:
    """Watch a block of code that calls ``torch.compile`` itself, on any thread.

    ::

        with dynexplain.watch() as session:
            train(compiled_model)
        print(session.explain_output())  # or `session` as the last line of a cell

    Nothing that Dynamo decides is changed: no backend, no setting, no cache. What was compiled before the block is
    seen to run, and not why it is as it is. A call through :func:`explain` or :func:`optimize` within the block is
    in its own report alone. An exception goes on unchanged, with the report as ``error.explain_output``.

    Returns:
        A context manager with ``explain_output()``, which gives an :class:`ExplainOutput` of everything so far, also
        within the block. It may be entered again; the report grows.

    Raises:
        UnsupportedTorchError: Dynamo cannot run here.
    """
    return Watch()
