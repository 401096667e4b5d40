"""The same question gets the same answer: what Dynamo remembers of earlier calls, set aside or asked with."""

from __future__ import annotations

import copy
from typing import Any

import pytest
import torch
from torch._dynamo import pgo

import dynexplain
from dynexplain import explain


def scaled(x: Any, n: int) -> Any:
    return x.sin() * n


def growing() -> Any:
    return [scaled(torch.ones(size), size) for size in (3, 4, 5)]


def failing(x: Any) -> Any:
    y = x.sin()
    torch._dynamo.graph_break()
    raise ValueError(str(y.shape))


def learn() -> tuple[Any, Any]:
    """Let the process see two sizes; gives its memory, and a copy of that."""
    compiled = torch.compile(scaled, backend="eager")
    compiled(torch.ones(3), 2)
    compiled(torch.ones(4), 7)
    return pgo._CODE_STATE, copy.deepcopy(pgo._CODE_STATE)


def answer(out: Any) -> tuple[Any, ...]:
    report = out.report
    shapes = [[graph.nodes.strings[index] for index in graph.nodes.shape] for graph in report.graphs]
    again = [(one.text, one.advice) for one in report.recompiles]
    return report.summary.verdict, shapes, again, [note.text for note in report.notes]


def test_the_same_question_gets_the_same_answer() -> None:
    first = answer(explain(growing)())
    explain(scaled)(torch.ones(6), 1)
    learn()
    assert answer(explain(growing)()) == first


def test_the_memory_of_the_process_is_neither_used_nor_changed() -> None:
    state, before = learn()
    report = explain(scaled)(torch.ones(9), 5).report
    assert report.environment.memory == "fresh"
    assert report.notes == ()
    assert pgo._CODE_STATE is state
    assert state == before


def test_with_history_the_memory_is_used_and_not_changed() -> None:
    state, before = learn()
    out = explain(scaled, history=True)(torch.ones(9), 5)
    (note,) = out.report.notes
    assert out.report.environment.memory == "copy"
    assert "`x.size(0)` and `n` were variable from the start in `scaled`" in note.text
    assert pgo._CODE_STATE is state
    assert state == before


@pytest.mark.parametrize("history", [False, True])
def test_the_memory_is_put_back_when_the_call_raises(history: bool) -> None:
    state, before = learn()
    with pytest.raises(ValueError, match="Size"):
        explain(failing, history=history)(torch.ones(3))
    assert pgo._CODE_STATE is state
    assert state == before


def test_an_interrupt_within_a_look_up_leaves_the_process_its_memory(monkeypatch: pytest.MonkeyPatch) -> None:
    state, _ = learn()

    def interrupted(*args: Any) -> Any:
        raise KeyboardInterrupt

    monkeypatch.setattr(pgo, "get_code_state", interrupted)
    with pytest.raises(KeyboardInterrupt):
        explain(scaled)(torch.ones(3), 2)
    assert pgo._CODE_STATE is state


def test_a_stored_profile_is_what_a_fresh_process_begins_with() -> None:
    _, before = learn()
    pgo._INIT_CODE_STATE = before
    (note,) = explain(scaled)(torch.ones(9), 5).report.notes
    assert "`x.size(0)`" in note.text


def test_optimize_and_watch_work_with_the_memory_and_say_where_it_made_a_difference() -> None:
    learn()
    wrapped = dynexplain.optimize("eager")(scaled)
    wrapped(torch.ones(6), 8)
    report = wrapped.explain_output().report
    assert report.environment.memory == "process"
    assert [note.signal for note in report.notes] == ["memory"]
    torch._dynamo.eval_frame.reset_code(scaled.__code__)
    with dynexplain.watch() as session:
        torch.compile(scaled, backend="eager")(torch.ones(7), 9)
    assert [note.signal for note in session.explain_output().report.notes] == ["memory"]


def test_what_varied_within_the_session_is_no_memory_from_before() -> None:
    wrapped = dynexplain.optimize("eager")(scaled)
    for size in (3, 4, 5):
        wrapped(torch.ones(size), size)
    assert wrapped.explain_output().report.notes == ()


def test_sizes_of_one_are_never_variable() -> None:
    learn()
    assert explain(scaled, history=True)(torch.ones(1), 1).report.notes == ()


def test_other_threads_keep_the_memory_of_the_process() -> None:
    # Not a thread of its own: what another thread would find between two look-ups is what is there now.
    state, _ = learn()
    found = []

    def backend(graph: Any, inputs: Any) -> Any:
        found.append(pgo._CODE_STATE)
        return graph

    explain(scaled, backend=backend)(torch.ones(3), 2)
    assert found
    assert all(seen is state for seen in found)
