"""Breaks that come of earlier ones, and breaks for which torch has no kind."""

from __future__ import annotations

import asyncio
import contextlib
import functools
import heapq
import runpy
import sys
from collections.abc import Iterator
from pathlib import Path

import numpy as np
import pytest
import torch
from torch.utils.data import DataLoader

from dynexplain import explain
from dynexplain.model.advice.advised import COMES_OF
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
    assert event.hints == cause.hints == (COMES_OF["with"],)
    assert cause.example is None
    assert [place.function for place in event.stack if place.user] == ["in_a_block", "scope"]


def test_a_generator_that_an_eager_loop_reads_is_put_down_to_the_break_before_it() -> None:
    event, cause = refused(in_a_loop, torch.ones(2))
    assert cause.hints == (COMES_OF["loop"],)
    assert event.stack[-2].function == "in_a_loop"


def test_a_generator_that_is_compiled_itself_is_its_own_cause() -> None:
    event, cause = refused(rows, torch.ones(2))
    assert len(event.stack) == 1
    assert cause.example is not None
    assert not {*COMES_OF.values()} & {*cause.hints}


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


class Lazy:
    @functools.cached_property
    def factor(self) -> int:
        return 2


def with_cached_property(x: torch.Tensor) -> torch.Tensor:
    return x * Lazy().factor


def as_long_as(x: torch.Tensor) -> torch.Tensor:
    while x.sum() < 9:
        x = x * 2
    return x


def listed(x: torch.Tensor) -> torch.Tensor:
    for number in x.tolist():
        x = x + number
    return x


@pytest.mark.skipif(sys.version_info >= (3, 12), reason="`cached_property` takes no lock any more")
def test_the_block_of_a_library_is_not_the_users_to_move() -> None:
    (cause,) = explain(with_cached_property)(torch.ones(2)).report.causes
    assert "cached_property" in cause.hints[0]
    assert cause.example is None


def test_a_loop_is_no_branch() -> None:
    (cause,) = explain(as_long_as)(torch.ones(2)).report.causes
    assert "while_loop" in cause.hints[0]
    assert len(cause.hints) == 1
    assert cause.example is None


def test_an_assert_is_captured_if_its_message_is_written_out(tmp_path: Path) -> None:
    # In a file of its own: pytest rewrites the asserts of a test, which makes branches of them.
    path = tmp_path / "checks.py"
    path.write_text(
        "def formatted(x):\n    assert (x > 0).all(), f'bad {x.shape}'\n    return x + 1\n\n"
        "def written(x):\n    assert (x > 0).all(), 'bad'\n    return x + 1\n"
    )
    functions = runpy.run_path(str(path))
    assert explain(functions["written"])(torch.ones(2)).report.breaks == ()
    (cause,) = explain(functions["formatted"])(torch.ones(2)).report.causes
    assert len(cause.hints) == 1
    assert "written out" in cause.hints[0]


def test_numbers_that_are_not_drawn_get_no_advice_about_drawing() -> None:
    (cause,) = explain(listed)(torch.ones(2, dtype=torch.int64)).report.causes
    assert cause.hints[0] == "Keep the numbers in the tensor, and compute with it."
    assert not any("rand" in hint for hint in cause.hints)
    assert cause.example is None


@pytest.mark.filterwarnings("ignore:Dynamo does not know how to trace the builtin")
def test_what_comes_of_a_librarys_code_ranks_last() -> None:
    def function(x: torch.Tensor, loader: DataLoader[torch.Tensor]) -> torch.Tensor:
        for row in loader:
            x = x + row.sum()
        return x

    report = explain(function)(torch.ones(2), DataLoader([torch.ones(2)])).report  # type: ignore[arg-type]
    assert report.causes[0].location.label == "test_breaks.py"
    assert all(cause.example is None for cause in report.causes if not cause.location.user)


async def waiting(x: torch.Tensor) -> torch.Tensor:
    y = x.sin()
    await asyncio.sleep(0)
    return y


def test_a_coroutine_that_waits_is_told_in_its_own_words() -> None:
    with pytest.raises(AssertionError, match="coroutine") as error:
        explain(waiting)(torch.ones(2))
    report = error.value.explain_output.report  # type: ignore[attr-defined]
    (cause,) = report.causes
    assert cause.title == "An `await` in compiled code"
    assert cause.hints[0].startswith("Compile the functions that the coroutine calls")
    assert report.outcome.error.origin == "dynamo"
