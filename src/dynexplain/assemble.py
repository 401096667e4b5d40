"""From a recorder to an ExplainOutput: gathers what no tap sees, and builds the report."""

from __future__ import annotations

from typing import Any

from .model.build import build
from .model.run import RunContext, RunError, RunSubject
from .output import ExplainOutput
from .tracer import engine
from .tracer.recorder import Recorder


def assemble(
    recorder: Recorder,
    subject: RunSubject,
    *,
    backend: str,
    options: dict[str, str],
    disabled: str = "",
    error: BaseException | None = None,
    result: Any = None,
) -> ExplainOutput:
    """Build the output of everything that a recorder has heard so far."""
    from .notebook.cells import cell_numbers

    context = RunContext(
        subject=subject,
        versions=engine.versions(),
        backend=backend,
        options=options,
        config=engine.changed_config(),
        disabled=disabled,
        error=_error(error),
        cells=cell_numbers(),
    )
    return ExplainOutput(
        build(recorder, context),
        graphs=[graph.module for graph in recorder.graphs if graph.module is not None],
        out_guards=list(recorder.out_guards),
        compile_times=engine.compile_times(),
        result=result,
    )


def _error(error: BaseException | None) -> RunError | None:
    if error is None:
        return None
    return RunError(
        type=type(error).__name__,
        message=str(error),
        origin=engine.error_origin(error),
        stack=engine.error_stack(error),
        traceback=engine.error_text(error),
    )
