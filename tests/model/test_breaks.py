"""Breaks that come of earlier ones are told as that."""

from __future__ import annotations

import contextlib
from collections.abc import Iterator

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
