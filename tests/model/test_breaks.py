"""Breaks that come of earlier ones, and breaks for which torch has no kind."""

from __future__ import annotations

import contextlib
import heapq
from collections.abc import Iterator

import numpy as np
import pytest
import torch

from dynexplain import explain
from dynexplain.model.remedies import READ_BY
from dynexplain.model.report import Break, Cause

GENERATOR = "Attempt to trace generator"


@pytest.fixture(autouse=True)
def _fresh_caches() -> Iterator[None]:
    torch._dynamo.reset()
    yield
    torch._dynamo.reset()


@contextlib.contextmanager
def scope() -> Iterator[None]:
    yield


def rows(x: torch.Tensor) -> Iterator[torch.Tensor]:
    yield x + 1


def in_a_block(x: torch.Tensor) -> torch.Tensor:
    with scope():
        y = x + 1
        torch._dynamo.graph_break()
        return y * 2


def in_a_loop(x: torch.Tensor) -> torch.Tensor:
    for y in rows(x):
        torch._dynamo.graph_break()
        x = x * y
    return x


def refused(function: object, x: torch.Tensor) -> tuple[Break, Cause]:
    report = explain(function)(x).report  # type: ignore[arg-type]
    event = next(event for event in report.breaks if event.gb_type == GENERATOR)
    return event, report.causes[event.cause]


def test_a_generator_that_an_eager_with_block_enters_is_put_down_to_the_break_before_it() -> None:
    event, cause = refused(in_a_block, torch.ones(2))
    assert event.hints == cause.hints == (READ_BY["with"],)
    assert cause.example is None
    assert [place.function for place in event.stack if place.user] == ["in_a_block", "scope"]


def test_a_generator_that_an_eager_loop_reads_is_put_down_to_the_break_before_it() -> None:
    event, cause = refused(in_a_loop, torch.ones(2))
    assert cause.hints == (READ_BY["loop"],)
    assert event.stack[-2].function == "in_a_loop"


def test_a_generator_that_is_compiled_itself_is_its_own_cause() -> None:
    event, cause = refused(rows, torch.ones(2))
    assert len(event.stack) == 1
    assert cause.example is not None
    assert not {*READ_BY.values()} & {*cause.hints}


def as_often_as_it_says(x: torch.Tensor) -> torch.Tensor:
    for _ in range(x.sum().to(torch.int64).item()):  # type: ignore[arg-type]
        x = x + 1
    return x


def test_a_break_without_a_kind_goes_by_what_torch_says() -> None:
    with torch._dynamo.config.patch(capture_scalar_outputs=True):
        report = explain(as_often_as_it_says)(torch.ones(2)).report
    (event,) = report.breaks
    assert event.gb_type.startswith("Consider annotating your code using torch._check*(). Could not extract")
    assert event.reason == "Python needs a number that is known only when the graph runs"
    assert "CPP" not in event.explanation
    assert "TORCHDYNAMO" in event.context
    assert event.hints == ("Make the number before the compiled function is called, and pass it; or keep it a tensor.",)
    assert event.link.startswith("https://pytorch.org/docs/")


def test_a_random_number_of_numpy_is_no_comparison_of_tensors() -> None:
    def function(x: torch.Tensor) -> torch.Tensor:
        return x * np.random.rand()

    (cause,) = explain(function)(torch.ones(2)).report.causes
    assert cause.title == "A Python number is made of a tensor's value"
    assert cause.example is not None
    assert "torch.rand" in cause.example.after
    assert "torch.rand" in cause.hints[0]


@pytest.mark.filterwarnings("ignore:Dynamo does not know how to trace the builtin")
def test_a_function_of_the_standard_library_gets_no_hint_for_other_peoples_code() -> None:
    def function(x: torch.Tensor) -> torch.Tensor:
        heapq.heapify([2, 1])
        return x + 1

    (cause,) = explain(function)(torch.ones(2)).report.causes
    assert cause.hints == ("Call `heapify` before or after the compiled function, and pass what it returns.",)
