"""From a recorder to an ExplainOutput: gathers what no tap sees. The report itself is built when it is first read."""

from __future__ import annotations

import functools
from typing import Any

from .model.build import build
from .model.run import RunContext, RunError, RunSubject
from .output import ExplainOutput
from .tracer import engine, secrets
from .tracer.reading import raised
from .tracer.reading.cells import cell_numbers
from .tracer.reading.constraints import dimensions
from .tracer.reading.failed_node import of_backend
from .tracer.recorder import Recorder
from .tracer.state.users_state import Changed


def assemble(
    recorder: Recorder,
    subject: RunSubject,
    *,
    backend: str,
    options: dict[str, str],
    disabled: str = "",
    error: RunError | None = None,
    changes: tuple[Changed, ...] = (),
    result: Any = None,
    ask: Any = None,
) -> ExplainOutput:
    """Make the output of everything that a recorder has heard; the recorder must hear no more."""
    context = RunContext(
        subject=subject,
        versions=engine.versions(),
        backend=backend,
        options=options,
        config=engine.changed_config(),
        memory=recorder.history.memory.value,
        stance=engine.stance(),
        disabled=disabled,
        error=error,
        changes=changes,
        cells=cell_numbers(),
        secrets=_secrets(recorder, subject),
    )
    return ExplainOutput(
        functools.partial(build, recorder, context),
        graphs=[module for graph in recorder.graphs if (module := graph.module()) is not None],
        ops_per_graph=[list(graph.targets) for graph in recorder.graphs],
        out_guards=list(recorder.out_guards),
        compile_times=engine.compile_times(),
        result=result,
        ask=ask,
    )


def describe_error(error: BaseException, recorder: Recorder) -> RunError:
    """What an exception says, as text, and who raised it."""
    origin, graph = raised.origin(error, recorder)
    return RunError(
        type=type(error).__name__,
        message=raised.message(error),
        origin=origin,
        graph=graph,
        stack=raised.stack(error, origin),
        traceback=raised.text(error),
        node=of_backend(error),
        dimensions=dimensions(error),
        stance=raised.is_of_stance(error),
    )


def _secrets(recorder: Recorder, subject: RunSubject) -> frozenset[str]:
    """What the environment and the modules that took part keep secret."""
    codes = [record.code for record in recorder.compiles] + [record.code for record in recorder.skips]
    found: frozenset[str] = frozenset()
    with recorder.shielded("secrets"):
        found = secrets.of_process(code.co_filename for code in (*codes, subject.code) if code is not None)
    return found
