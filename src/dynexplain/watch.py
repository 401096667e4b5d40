"""watch(): observe a block of code that calls ``torch.compile`` itself."""

from __future__ import annotations

import contextlib
from typing import Any

from .assemble import assemble
from .model.run import RunSubject
from .output import ExplainOutput
from .tracer import engine
from .tracer.recorder import Recorder
from .tracer.session import listen


class Watch:
    """A session around a block. Its report grows with the block, and can be asked for at any time.

    Nothing that Dynamo decides is changed: no backend, no setting, no cache.
    """

    def __init__(self) -> None:
        engine.check_supported()
        self.recorder = Recorder()
        self._stack = contextlib.ExitStack()
        self._error: BaseException | None = None
        self._backend = "each call's own"

    def __enter__(self) -> Watch:
        """Start to listen, on every thread."""
        self._stack.enter_context(listen(self.recorder, every_thread=True))
        return self

    def __exit__(self, kind: Any, error: BaseException | None, trace: Any) -> None:
        """Stop to listen. An exception goes on unchanged and carries the report."""
        self._stack.close()
        if error is not None and not hasattr(error, "explain_output"):
            with self.recorder.shielded("errors"):
                error.explain_output = self._assemble(error)  # type: ignore[attr-defined]

    def explain_output(self) -> ExplainOutput:
        """The report of everything so far."""
        return self._assemble(None)

    @property
    def output(self) -> ExplainOutput:
        """The same as :meth:`explain_output`."""
        return self.explain_output()

    def _assemble(self, error: BaseException | None) -> ExplainOutput:
        backends = dict.fromkeys(graph.backend for graph in self.recorder.graphs)
        return assemble(
            self.recorder,
            RunSubject("this block", "session", None),
            backend=", ".join(backends) or "no",
            options={},
            disabled=engine.disabled_reason(),
            error=error,
        )

    def _repr_mimebundle_(self, include: Any = None, exclude: Any = None) -> Any:
        return self.explain_output()._repr_mimebundle_(include, exclude)

    def __str__(self) -> str:
        """The text report so far."""
        return str(self.explain_output())


def watch() -> Watch:
    """Watch a block of code: ``with dynexplain.watch() as session: …``, then ``session.explain_output()``.

    Raises:
        UnsupportedTorchError: Dynamo cannot run here.
    """
    return Watch()
