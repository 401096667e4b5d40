"""What Dynamo keeps on code objects is the user's: explains leave it as it was, also while other threads use it."""

from __future__ import annotations

import gc
import threading
import weakref
from collections.abc import Callable
from typing import Any

import pytest
import torch
from torch._dynamo.eval_frame import _debug_get_cache_entry_list

from dynexplain import explain
from dynexplain.tracer.state import caches, unlinked

X = torch.arange(4.0)
needs_exchange = pytest.mark.skipif(
    unlinked._slot() < 0, reason="this torch or this build of the hook cannot exchange states"
)


def entries(code: Any) -> int:
    return len(_debug_get_cache_entry_list(code))


def in_thread(work: Callable[[], Any]) -> tuple[threading.Thread, list[Any]]:
    results: list[Any] = []

    def run() -> None:
        try:
            results.append(work())
        except Exception as error:  # noqa: BLE001  it is looked at by the test
            results.append(error)

    thread = threading.Thread(target=run)
    thread.start()
    return thread, results


@needs_exchange
def test_a_compiled_function_has_its_one_entry_after_any_number_of_explains() -> None:
    def f(x: Any) -> Any:
        return x.sin() + 1

    compiled = torch.compile(f, backend="eager")
    compiled(X)
    counts = {explain(f)(X).graph_count for _ in range(5)}
    assert counts == {1}
    assert entries(f.__code__) == 1
    with torch.compiler.set_stance("fail_on_recompile"):
        compiled(X)


@needs_exchange
def test_a_compiled_module_has_its_one_entry_and_so_has_the_code_that_modules_share() -> None:
    from torch._dynamo.external_utils import wrap_inline

    shared = next(code for code in wrap_inline.__code__.co_consts if type(code).__name__ == "code")
    net = torch.nn.Linear(4, 2)
    compiled = torch.compile(net, backend="eager")
    compiled(X)
    before = entries(shared), entries(torch.nn.Linear.forward.__code__)
    for _ in range(3):
        assert explain(net)(X).graph_count == 1
        assert explain(compiled)(X).graph_count == 1
    assert (entries(shared), entries(torch.nn.Linear.forward.__code__)) == before
    with torch.compiler.set_stance("fail_on_recompile"):
        compiled(X)


def helper(x: Any) -> Any:
    y = x * 2
    torch._dynamo.graph_break()
    return y + 1


def caller(x: Any) -> Any:
    torch._dynamo.graph_break()
    return helper(x) + 1


@needs_exchange
def test_dead_entries_on_a_callee_that_the_user_compiled_do_not_add_up() -> None:
    compiled = torch.compile(helper, backend="eager")
    compiled(X)
    breaks = {explain(caller)(X).graph_break_count for _ in range(6)}
    assert len(breaks) == 1
    assert entries(helper.__code__) <= 2
    with torch.compiler.set_stance("fail_on_recompile"):
        compiled(X)


def test_code_that_only_explains_compiled_has_no_entries_afterwards() -> None:
    def f(x: Any) -> Any:
        print(end="")
        return x + 1

    for _ in range(3):
        explain(f)(X)
        assert entries(f.__code__) == 0


def test_explaining_the_same_function_goes_on_past_the_limit_of_entries() -> None:
    def f(x: Any) -> Any:
        return x + 1

    torch.compile(f, backend="eager")(X)
    with torch._dynamo.config.patch(accumulated_recompile_limit=4):
        assert [explain(f)(X).graph_count for _ in range(8)] == [1] * 8


@pytest.mark.parametrize("compiled_before", [False, True])
def test_a_conversion_on_another_thread_keeps_what_it_holds(compiled_before: bool) -> None:
    def f(x: Any, n: float) -> Any:
        return (x + 1) * n

    compiling, explained = threading.Event(), threading.Event()

    def slow(graph: Any, inputs: Any) -> Any:
        compiling.set()
        assert explained.wait(30)
        return graph.forward

    users = torch.compile(f, backend=slow)
    if compiled_before:
        torch.compile(f, backend="eager")(X, 2.0)

    def inside(graph: Any, inputs: Any) -> Any:
        def run(*args: Any) -> Any:
            threads.append(in_thread(lambda: users(X, 2.0)))
            assert compiling.wait(30)
            return graph.forward(*args)

        return run

    threads: list[Any] = []
    assert torch.equal(explain(f, backend=inside)(X, 2.0).result, (X + 1) * 2)
    explained.set()
    [(thread, results)] = threads
    thread.join(30)
    assert torch.equal(results[0], (X + 1) * 2)
    with torch.compiler.set_stance("fail_on_recompile") if not compiled_before else torch.no_grad():
        assert torch.equal(users(X, 2.0), (X + 1) * 2)
    explain(f)(X, 2.0)
    assert not caches._left
    assert not unlinked._waiting


def test_overlapping_explains_of_one_function_leave_later_ones_right() -> None:
    def f(x: Any) -> Any:
        torch._dynamo.graph_break()
        return x + 1

    expected = explain(f)(X)
    first_runs, second_is_done = threading.Event(), threading.Event()

    def slow(graph: Any, inputs: Any) -> Any:
        def run(*args: Any) -> Any:
            first_runs.set()
            assert second_is_done.wait(30)
            return graph.forward(*args)

        return run

    thread, results = in_thread(lambda: explain(f, backend=slow)(X))
    assert first_runs.wait(30)
    second = explain(f)(X)
    second_is_done.set()
    thread.join(30)
    for out in (results[0], second, explain(f)(X), explain(f)(X)):
        assert (out.graph_count, out.graph_break_count) == (expected.graph_count, expected.graph_break_count)
        assert not out.report.recompiles
    assert entries(f.__code__) == 0
    assert not caches._left


@needs_exchange
def test_state_that_an_interrupt_left_aside_is_put_back_by_whoever_comes_next() -> None:
    def f(x: Any) -> Any:
        return x * 3

    torch.compile(f, backend="eager")(X)
    aside = caches.Aside()
    aside.begin([f.__code__])
    assert entries(f.__code__) == 0
    del aside
    gc.collect()
    explain(lambda x: x + 1)(X)
    assert entries(f.__code__) == 1
    assert not caches._asides


@needs_exchange
def test_an_unlinked_state_is_freed_when_nobody_is_inside_dynamo() -> None:
    def f(x: Any) -> Any:
        return x + 2

    entered, leave = threading.Event(), threading.Event()

    def stay(graph: Any, inputs: Any) -> Any:
        entered.set()
        assert leave.wait(30)
        return graph.forward

    torch.compile(f, backend="eager")(X)
    made = weakref.ref(_debug_get_cache_entry_list(f.__code__)[0].code)
    thread, _ = in_thread(lambda: torch.compile(lambda x: x - 1, backend=stay)(X))
    assert entered.wait(30)
    assert unlinked.unlink(f.__code__)
    assert entries(f.__code__) == 0
    gc.collect()
    assert made() is not None
    leave.set()
    thread.join(30)
    unlinked.sweep()
    gc.collect()
    assert made() is None
