"""What torch's own programs do to a session: the report stays whole, and the program notices nothing."""

from __future__ import annotations

import gc
import statistics
import traceback
import weakref
from collections.abc import Callable
from typing import Any

import pytest
import torch

from dynexplain import explain, watch


def chatty(x: Any) -> Any:
    y = x + 1
    print("between")
    return y * 2


@pytest.mark.parametrize(
    ("function", "argument"),
    [
        (statistics.fmean, [1.0, 2.0]),
        (torch.nn.functional.gelu, torch.ones(3)),
        (torch.functional.norm, torch.ones(3)),
    ],
)
def test_compiled_code_of_a_library_is_seen_to_run(function: Callable[[Any], Any], argument: Any) -> None:
    expected = function(argument)
    with watch() as session:
        result = torch.compile(function, backend="eager")(argument)
    assert bool((torch.as_tensor(result) == torch.as_tensor(expected)).all())
    report = session.explain_output().report
    assert report.notes == ()
    for compilation in report.compilations:
        if compilation.status == "compiled":
            assert compilation.runs == 1


@pytest.mark.parametrize("suppressed", [False, True])
def test_a_backend_that_raises_before_a_break(suppressed: bool) -> None:
    def backend(gm: Any, inputs: Any) -> Any:
        raise ValueError("no")

    compiled = torch.compile(chatty, backend=backend)
    session = watch()
    with torch._dynamo.config.patch(suppress_errors=suppressed):
        if suppressed:
            with session:
                compiled(torch.ones(3))
        else:
            with pytest.raises(torch._dynamo.exc.BackendCompilerFailed), session:
                compiled(torch.ones(3))
    report = session.explain_output().report
    assert report.notes == ()
    # Dynamo was about to go on behind the break when the backend raised: the break itself stopped nothing.
    assert [event.outcome for event in report.breaks] == ["frame_skipped" if suppressed else "resumed"]


def _files(error: BaseException | None) -> list[str]:
    found = []
    while error is not None:
        found += [frame.filename for frame in traceback.extract_tb(error.__traceback__)]
        error = error.__cause__ or error.__context__
    return found


def _refuses_to_compile(gm: Any, inputs: Any) -> Any:
    raise ValueError("no")


def _compiles_to_an_error(gm: Any, inputs: Any) -> Any:
    def run(*args: Any) -> Any:
        raise ValueError("no")

    return run


@pytest.mark.parametrize(
    ("backend", "settings"),
    [
        (_refuses_to_compile, {}),
        (_compiles_to_an_error, {}),
        ("eager", {"error_on_recompile": True}),
        ("eager", {"verbose": True, "recompile_limit": 1}),
    ],
)
def test_a_traceback_does_not_show_that_somebody_watches(backend: Any, settings: dict[str, Any]) -> None:
    def f(x: Any, n: int) -> Any:
        return x + n

    def trace() -> list[str]:
        torch._dynamo.reset()
        compiled = torch.compile(f, backend=backend, dynamic=False, fullgraph=True)
        try:
            with torch._dynamo.config.patch(settings):
                for n in range(3):
                    compiled(torch.ones(3), n)
        except Exception as error:  # noqa: BLE001  each backend has an error of its own
            return _files(error)
        raise AssertionError("nothing was raised")

    expected = trace()
    with watch():
        assert trace() == expected
    compiled = torch.compile(f, backend=_compiles_to_an_error)
    with watch(), pytest.raises(ValueError, match="no"):
        compiled(torch.ones(3), 1)
    with pytest.raises(ValueError, match="no") as after:
        compiled(torch.ones(3), 1)
    assert not any("dynexplain/tracer" in file for file in _files(after.value))


def test_a_watched_graph_lives_no_longer_than_without_us() -> None:
    graphs: list[weakref.ref[Any]] = []

    def backend(gm: Any, inputs: Any) -> Any:
        graphs.append(weakref.ref(gm))
        return lambda *args: [args[0] + 1]

    with watch() as session:
        torch.compile(lambda x: x + 1, backend=backend)(torch.ones(3))
        torch._dynamo.reset()
        gc.collect()
        assert [graph() for graph in graphs] == [None]
    output = session.explain_output()
    assert (output.graph_count, output.op_count, output.graphs) == (1, 1, [])


def test_what_a_backend_compiles_and_runs_by_itself_is_not_missed() -> None:
    def backend(gm: Any, inputs: Any) -> Any:
        torch.compile(lambda x: x - 1, backend="eager")(torch.ones(3))
        return gm.forward

    with watch() as session:
        torch.compile(lambda x: x + 1, backend=backend)(torch.ones(3))
    report = session.explain_output().report
    assert len(report.compilations) == 2
    assert report.notes == ()


def test_a_graph_that_a_backend_had_analysed_anew_is_not_counted() -> None:
    def gate(x: torch.Tensor) -> torch.Tensor:
        y = x * 2
        if y.mean().item() > 0:
            y = y * 2
        return y.relu()

    given: list[int] = []

    def counted(gm: Any, inputs: Any) -> Any:
        given.append(1)
        return torch._dynamo.lookup_backend("aot_eager")(gm, inputs)

    report = explain(gate, backend=counted, dynamic=True)(torch.ones(4)).report
    assert "TensorifyScalarRestartAnalysis" in [why for one in report.compilations for why in one.restarts]
    assert len(given) == 3
    assert [graph.index for graph in report.graphs] == [0, 1]
    assert all(graph in report.runs.graph for graph in (0, 1))
