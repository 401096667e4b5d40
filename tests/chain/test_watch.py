"""watch(): observing code that compiles by itself."""

from __future__ import annotations

import threading
from typing import Any

import pytest
import torch

from dynexplain import explain, watch


def chatty(x: Any) -> Any:
    y = x.sin()
    print("between")
    return y * 2


def clean(x: Any) -> Any:
    return x.sin() + 1


def test_every_compiled_call_in_the_block_is_seen_with_its_own_backend() -> None:
    with watch() as session:
        torch.compile(chatty, backend="eager")(torch.ones(3))
        torch.compile(lambda x: x + 1, backend="aot_eager")(torch.ones(3))
    report = session.explain_output().report
    assert len(report.graphs) == 3
    assert len(report.breaks) == 1
    assert {graph.backend for graph in report.graphs} == {"eager", "aot_eager"}
    assert report.notes == ()


def test_a_training_step_with_backward_and_optimizer() -> None:
    torch.manual_seed(0)
    net = torch.nn.Linear(4, 1)
    opt = torch.optim.SGD(net.parameters(), lr=0.1)
    compiled = torch.compile(net, backend="aot_eager")
    with watch() as session:
        for _ in range(2):
            loss = compiled(torch.ones(2, 4)).pow(2).mean()
            loss.backward()
            opt.step()
            opt.zero_grad()
    report = session.explain_output().report
    assert len(report.graphs) == 1
    assert report.graphs[0].runs == 2


def test_other_threads_are_seen() -> None:
    compiled = torch.compile(chatty, backend="eager")
    with watch() as session:
        thread = threading.Thread(target=compiled, args=(torch.ones(3),))
        thread.start()
        thread.join()
    assert len(session.explain_output().report.breaks) == 1


def test_code_that_was_compiled_before_stays_compiled_and_is_not_slowed_down_after() -> None:
    compiled = torch.compile(chatty, backend="eager")
    compiled(torch.ones(3))
    with watch() as session:
        compiled(torch.ones(3))
    assert session.explain_output().report.compilations == ()


def test_an_exception_in_the_block_carries_the_report() -> None:
    def fails() -> None:
        with watch():
            torch.compile(chatty, backend="eager")(torch.ones(3))
            raise ValueError("out")

    with pytest.raises(ValueError, match="out") as error:
        fails()
    assert str(error.value) == "out"
    assert error.value.explain_output.graph_break_count == 1


def test_an_explain_inside_is_heard_by_itself_alone() -> None:
    with watch() as session:
        out = explain(chatty)(torch.ones(3))
    assert out.graph_break_count == 1
    assert session.explain_output().graph_break_count == 0


def test_a_reset_in_the_block_does_not_mix_compilations_up() -> None:
    with watch() as session:
        torch.compile(chatty, backend="eager")(torch.ones(3))
        torch._dynamo.reset()
        torch.compile(chatty, backend="eager")(torch.ones(3))
    report = session.explain_output().report
    assert len(report.breaks) == 2
    assert len(report.causes) == 1


def test_a_compilation_that_outlives_the_block_is_told_as_such() -> None:
    begun, may_end = threading.Event(), threading.Event()

    def slow(module: Any, inputs: Any) -> Any:
        begun.set()
        may_end.wait(20)
        return module

    thread = threading.Thread(target=lambda: torch.compile(clean, backend=slow)(torch.ones(3)))
    with watch() as session:
        thread.start()
        assert begun.wait(20)
    may_end.set()
    thread.join()
    report = session.explain_output().report
    (note,) = report.notes
    assert note.text.startswith("`clean` was still being compiled when this report's record ended.")
    assert "counts are too low" in note.text


def test_within_the_block_a_compilation_that_has_ended_is_whole() -> None:
    with watch() as session:
        assert "Nothing has been called yet" in str(session)
        torch.compile(clean, backend="eager")(torch.ones(3))
        report = session.explain_output().report
    assert report.notes == ()
    assert report.summary.verdict == "No graph breaks in this block. 1 graph of 2 ops was captured."
