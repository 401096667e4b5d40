"""Who raised the exception that ended a call, where, and what it says: told truly, and by its parts."""

from __future__ import annotations

from typing import Any

import pytest
import torch

import dynexplain
from dynexplain import ExplainOutput, explain
from dynexplain.model.report import ErrorInfo
from dynexplain.render.page import html


def picked(x: Any, index: Any) -> Any:
    y = x * 2
    return y[index] + 1  # here


def own(x: Any) -> Any:
    print("first")
    y = x * 2
    if y.shape[0] > 2:
        raise ValueError("too many rows:\n3 of them\n\nat most 2")
    return y


def printing(x: Any) -> Any:
    y = x * 2
    print("a value")  # here
    return y


X, BAD = torch.ones(3), torch.tensor([7])


def failed(function: Any, *args: Any, **options: Any) -> tuple[ErrorInfo, ExplainOutput]:
    with pytest.raises(BaseException) as caught:  # noqa: PT011  of any kind
        explain(function, **options)(*args)
    output: ExplainOutput = caught.value.explain_output  # type: ignore[attr-defined]
    error = output.report.outcome.error
    assert error is not None
    return error, output


@pytest.mark.parametrize("backend", ["eager", "aot_eager"])
def test_an_error_while_a_graph_runs_is_the_graphs_and_has_the_users_line(backend: str) -> None:
    error, output = failed(picked, X, BAD, backend=backend)
    assert (error.origin, error.graph) == ("graph", 0)
    assert error.location is not None
    assert error.location.code == "return y[index] + 1  # here"
    assert error.raised_by.startswith("It was raised while graph 0 ran")
    assert error.raised_by in " ".join(str(output).split())


def test_compiled_code_without_lines_is_given_none() -> None:
    def backend(module: Any, inputs: Any) -> Any:
        def run(*args: Any) -> Any:
            raise RuntimeError("kernel")

        return run

    error, output = failed(picked, X, BAD, backend=backend)
    assert (error.origin, error.graph, error.location) == ("graph", 0, None)
    assert "in what the `backend` backend made of it" in error.raised_by
    assert "def picked" not in str(output)


def test_an_error_in_python_is_the_codes_own() -> None:
    error, _ = failed(own, X)
    assert (error.origin, error.graph) == ("user", -1)
    assert error.heading == "too many rows: 3 of them"
    assert error.explanation == "at most 2"


def test_an_error_that_the_code_makes_of_a_graphs_is_its_own() -> None:
    def caught(x: Any, index: Any) -> Any:
        try:
            return torch.compile(picked, backend="eager")(x, index)
        except IndexError as error:
            raise IndexError("mine") from error

    with pytest.raises(IndexError, match="mine") as caught_error, dynexplain.watch():
        caught(X, BAD)
    error = caught_error.value.explain_output.report.outcome.error  # type: ignore[attr-defined]
    assert (error.origin, error.heading) == ("user", "mine")


def test_a_backend_that_fails_to_compile_is_named() -> None:
    def broken(module: Any, inputs: Any) -> Any:
        raise RuntimeError("cannot do that")

    error, _ = failed(picked, X, BAD, backend=broken)
    assert (error.origin, error.graph) == ("backend", 0)
    assert error.heading == "the `broken` backend failed with RuntimeError: cannot do that"
    assert 'raise RuntimeError("cannot do that")' in error.explanation
    assert "torch.compiler.disable" not in "".join(error.hints), "it did not say at which operation it failed"
    assert error.raised_by == "It was raised by the `broken` backend, while it compiled graph 0."


def test_dynamos_own_errors_are_its_own_whatever_their_class() -> None:
    def unknown(x: Any) -> Any:
        n = x.sum().item()
        return x * (n and 2)

    with torch._dynamo.config.patch(capture_scalar_outputs=True):
        error, _ = failed(unknown, X)
    assert error.type == "GuardOnDataDependentSymNode"
    assert error.origin == "dynamo"


def test_what_dynamo_says_is_told_by_its_parts() -> None:
    error, output = failed(printing, X, fullgraph=True)
    assert error.heading == "Failed to trace builtin operator"
    assert error.explanation.startswith("Dynamo does not know how to trace builtin operator `print`")
    assert any("Return the value" in hint for hint in error.hints)
    assert not any("report an issue" in hint for hint in error.hints)
    page = html.static(output.report)
    for text in (str(output), page):
        # Its cause has the explanation and the hints: once is enough.
        assert text.count("does not know how to trace") == 1
        assert "TORCHDYNAMO_VERBOSE" not in text
    assert "^^^" not in page


def test_parts_that_no_cause_has_are_told_with_the_error() -> None:
    error, output = failed(own, X)
    assert error.explanation in str(output)
    assert error.explanation in html.static(output.report)


def test_a_note_on_the_exception_says_once_where_the_report_is() -> None:
    with pytest.raises(ValueError, match="too many rows") as caught, dynexplain.watch():
        explain(own)(X)
    notes = [note for note in caught.value.__notes__ if "explain_output" in note]
    assert len(notes) == 1
    assert "sys.last_value" in notes[0]
