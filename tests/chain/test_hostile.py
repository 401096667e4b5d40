"""Programs that make trouble: what they see must be what they would see without dynexplain."""

from __future__ import annotations

import dataclasses
import sys
import threading
from typing import Any

import pytest
import torch

from dynexplain import explain, optimize, watch
from dynexplain.tracer.session import TAPS


def chatty(x: Any) -> Any:
    y = x + 1
    print("between")
    return y * 2


def in_loop(x: Any) -> Any:
    for i in range(2):
        print(i)
        x = x + i
    return x


def sometimes(x: Any, breaks: bool) -> Any:
    if breaks:
        print("break")
    return x.sin()


def test_a_function_whose_compilation_failed_is_not_switched_off_by_an_explain() -> None:
    compiled: list[int] = []

    def backend(gm: Any, inputs: Any) -> Any:
        compiled.append(1)
        return gm.forward

    whole = torch.compile(sometimes, backend=backend, fullgraph=True)
    with pytest.raises(torch._dynamo.exc.Unsupported):
        whole(torch.ones(3), True)
    explain(sometimes)(torch.ones(3), True)
    whole(torch.ones(3), False)
    assert compiled == [1]


def test_explains_at_once_in_two_threads_do_not_disturb_each_other() -> None:
    entered, proceed = threading.Event(), threading.Event()

    def slow(gm: Any, inputs: Any) -> Any:
        entered.set()
        proceed.wait(30)
        return gm.forward

    def first(x: Any) -> Any:
        return x.sin() + 1

    found: list[Any] = []
    thread = threading.Thread(target=lambda: found.append(explain(first, backend=slow)(torch.ones(3))))
    thread.start()
    assert entered.wait(30)
    # Dynamo converts one frame at a time in the process, so this one waits for the other.
    other = threading.Thread(target=lambda: found.append(explain(in_loop)(torch.ones(3))))
    other.start()
    proceed.set()
    thread.join()
    other.join()
    assert sorted(out.graph_break_count for out in found) == [0, 1]
    compiled: list[int] = []

    def count(gm: Any, inputs: Any) -> Any:
        compiled.append(1)
        return gm.forward

    torch.compile(first, backend=count)(torch.ones(3))
    assert compiled == [1]


@pytest.mark.parametrize("install", [sys.settrace, sys.setprofile])
def test_a_debugger_or_profiler_keeps_working(install: Any) -> None:
    events: list[str] = []

    def trace(frame: Any, event: str, arg: Any) -> Any:
        events.append(event)
        return trace

    install(trace)
    try:
        out = explain(chatty)(torch.ones(3))
    finally:
        install(None)
    assert out.graph_break_count == 1
    assert events


@dataclasses.dataclass(frozen=True)
class FrozenError(Exception):
    code: int


class RudeError(Exception):
    def __str__(self) -> str:
        raise KeyboardInterrupt

    def __setattr__(self, name: str, value: Any) -> None:
        raise SystemExit


class DeceptiveError(Exception):
    def __getattr__(self, name: str) -> Any:
        raise RuntimeError(name)


@pytest.mark.parametrize("error", [FrozenError(3), RudeError(), DeceptiveError(), MemoryError()], ids=type)
@pytest.mark.parametrize("door", ["explain", "optimize", "watch"])
def test_an_exception_of_any_kind_is_the_one_that_the_caller_sees(error: BaseException, door: str) -> None:
    def fails(x: Any) -> Any:
        print(x + 1)
        raise error

    def call() -> None:
        if door == "explain":
            explain(fails)(torch.ones(3))
        elif door == "optimize":
            optimize("eager")(fails)(torch.ones(3))
        else:
            with watch():
                torch.compile(fails, backend="eager")(torch.ones(3))

    with pytest.raises(type(error)) as caught:
        call()
    assert caught.value is error


class Quitter(int):
    def __repr__(self) -> str:
        raise SystemExit


def test_arguments_are_not_asked_to_show_themselves() -> None:
    out = explain(lambda x, n: x + 1)(torch.ones(3), Quitter(3))
    assert out.report.subject.call.endswith("(f32[3], Quitter)")
    assert out.report.notes == ()


def test_arguments_may_have_any_name() -> None:
    def f(self: Any, f: Any, backend: Any, args: Any, kwargs: Any) -> Any:
        return self + f + backend + args + kwargs

    x = torch.ones(3)
    assert explain(f)(self=x, f=x, backend=x, args=x, kwargs=x).graph_count == 1


def test_a_tap_that_an_interrupt_left_behind_is_not_counted_twice() -> None:
    for tap in TAPS:
        tap.install()
        # As if the process had been interrupted here: nobody knows that it is installed.
        tap._owner = None
    out = explain(chatty)(torch.ones(3))
    assert (out.graph_count, out.graph_break_count) == (2, 1)


def test_tensors_from_a_watched_graph_can_be_swapped() -> None:
    compiled = torch.compile(chatty, backend="eager")
    with watch():
        one, other = compiled(torch.ones(3)), torch.zeros(3)
        torch.utils.swap_tensors(one, other)
    assert torch.equal(one, torch.zeros(3))


def test_an_explain_inside_explained_code_is_one_break() -> None:
    def outer(x: Any) -> Any:
        explain(chatty)(x)
        return x + 1

    assert explain(outer)(torch.ones(3)).graph_break_count <= 2


def test_a_message_with_a_lone_surrogate_can_be_written() -> None:
    def fails(x: Any) -> Any:
        print(x + 1)
        raise ValueError("bad \udc80 byte")

    with pytest.raises(ValueError, match="byte") as error:
        explain(fails)(torch.ones(3))
    out = error.value.explain_output
    assert "\\udc80" in out.report.outcome.error.message
    for text in (out.to_json(), str(out), out.to_svg(), out.to_html()):
        text.encode()


def test_a_context_tells_how_its_last_call_ended() -> None:
    context = optimize("eager")
    g = context(lambda x, n: x / (1 // n))
    with pytest.raises(ZeroDivisionError):
        g(torch.ones(3), 0)
    assert context.explain_output().report.outcome.status == "raised"
    g(torch.ones(3), 1)
    assert context.explain_output().report.outcome.status == "ok"


def test_a_graph_that_was_thrown_away_is_not_called_one() -> None:
    def gives_up(gm: Any, inputs: Any) -> Any:
        raise torch._dynamo.exc.SkipFrame("not today")

    out = explain(lambda x: x + 1, backend=gives_up)(torch.ones(3))
    assert "thrown away" in out.report.summary.verdict
    assert [len(ops) for ops in out.ops_per_graph] == [1]


def test_what_was_compiled_before_is_said_to_have_run() -> None:
    compiled = torch.compile(lambda x: x + 1, backend="eager")
    compiled(torch.ones(3))
    with watch() as session:
        compiled(torch.ones(3))
    assert "compiled before" in session.explain_output().report.summary.verdict
