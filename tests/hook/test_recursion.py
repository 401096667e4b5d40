"""Deep recursion is as deep as without the hook, and ends in the same error."""

from __future__ import annotations

import sys
import threading
from collections.abc import Callable, Iterator

import pytest

from dynexplain import hook

from .watching import rows, run_python


@pytest.fixture
def recursion_limit() -> Iterator[None]:
    limit = sys.getrecursionlimit()
    yield
    sys.setrecursionlimit(limit)


def in_a_small_stack(work: Callable[[], object]) -> None:
    """Runs `work` in a thread whose stack does not depend on the limits of the system."""
    threading.stack_size(1024 * 1024)
    try:
        thread = threading.Thread(target=work)
        thread.start()
        thread.join()
    finally:
        threading.stack_size(0)


def depth_of_the_error() -> tuple[int, str]:
    def recurses(depth: int) -> tuple[int, str]:
        try:
            return recurses(depth + 1)
        except RecursionError as error:
            return depth, str(error)

    return recurses(0)


@pytest.mark.usefixtures("recursion_limit")
@pytest.mark.parametrize("limit", [400, 1000, 5000, 30_000])
def test_the_recursion_error_comes_at_the_same_depth(limit: int) -> None:
    sys.setrecursionlimit(limit)
    expected = depth_of_the_error()
    hook.start()
    watched = depth_of_the_error()
    hook.stop()
    assert hook.current_evaluator() != hook.own_evaluator()
    sys.setrecursionlimit(1000)
    assert watched == expected
    records = hook.records()
    assert max(records.depth) > min(limit, 500) // 2  # 3.12 has room for no more
    assert records.gaps > 0 or len(records) > expected[0]


@pytest.mark.usefixtures("recursion_limit")
def test_after_stepping_aside_it_watches_again() -> None:
    def deep(depth: int) -> None:
        if depth:
            deep(depth - 1)

    def after() -> None:
        pass

    sys.setrecursionlimit(60_000)
    hook.start()
    in_a_small_stack(lambda: (deep(50_000), after()))
    assert hook.current_evaluator() == hook.own_evaluator()
    hook.stop()
    sys.setrecursionlimit(1000)
    records = hook.records()
    recorded = rows(records)
    assert records.gaps == 1
    assert 100 < [row.name for row in recorded].count("deep") < 50_000
    assert "after" in [row.name for row in recorded]


@pytest.mark.usefixtures("recursion_limit")
@pytest.mark.parametrize("again", [False, True], ids=["stopped", "started again"])
def test_stopped_while_it_has_stepped_aside(again: bool) -> None:
    before = hook.current_evaluator()
    gaps: list[int] = []

    def deep(depth: int) -> None:
        if depth:
            return deep(depth - 1)
        gaps.append(hook.records().gaps)
        hook.stop()
        if again:
            hook.start()
            hook.stop()
        hook.forget()

    sys.setrecursionlimit(60_000)
    hook.start()
    in_a_small_stack(lambda: deep(50_000))
    assert gaps == [1]
    assert hook.current_evaluator() == before


@pytest.mark.usefixtures("recursion_limit")
def test_a_thread_with_a_small_stack_recurses_as_deep_as_without_the_hook() -> None:
    results: list[tuple[int, str]] = []
    sys.setrecursionlimit(8000)
    in_a_small_stack(lambda: results.append(depth_of_the_error()))
    hook.start()
    in_a_small_stack(lambda: results.append(depth_of_the_error()))
    hook.stop()
    assert results[0] == results[1]


def test_a_recursion_through_c_still_raises() -> None:
    run_python(
        """
        from dynexplain import hook

        def deep():
            class Endless:
                def __getattr__(self, name):
                    return getattr(self, name + "x")
            Endless().x

        hook.start()
        for _ in range(3):
            try:
                deep()
            except RecursionError:
                pass
            else:
                raise SystemExit("no RecursionError")
        hook.stop()
        """
    )
