"""A part of the report that cannot be made costs that part, and a note tells of it."""

from __future__ import annotations

from typing import Any

import pytest
import torch

from dynexplain import explain
from dynexplain.model import build


def breaks(x: torch.Tensor) -> torch.Tensor:
    y = x + 1
    torch._dynamo.graph_break()
    return y * 2


def fails(*_: Any, **__: Any) -> Any:
    raise MemoryError


@pytest.mark.parametrize(
    ("room", "name", "part", "signal"),
    [
        ("guards", "build", "guards", "guards"),
        ("recompiles", "build", "recompiles", "recompiles"),
        ("sources", "build", "sources", "source"),
        ("skips", "build", "skips", "skipped frames"),
        ("graphs", "links", "links", "links between graphs"),
        ("steps", "build", "steps", "order of steps"),
        ("runs", "build", "runs", "runs of graphs"),
    ],
)
def test_the_other_parts_are_there(
    room: str, name: str, part: str, signal: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(getattr(build, room), name, fails)
    out = explain(breaks)(torch.ones(2))
    report = out.report
    assert not getattr(report, part) or not getattr(report, part).graph
    assert [note.signal for note in report.notes] == [signal]
    assert (len(report.graphs), len(report.breaks), len(report.causes)) == (2, 1, 1)
    assert signal in str(out)


def test_what_cannot_be_put_together_leaves_a_report_that_says_so(monkeypatch: pytest.MonkeyPatch) -> None:
    out = explain(breaks)(torch.ones(2))
    find, seen = build.breaks.find, []

    def only_of_nothing(compiles: Any, *rest: Any) -> Any:
        seen.append(len(compiles))
        return fails() if compiles else find(compiles, *rest)

    monkeypatch.setattr(build.breaks, "find", only_of_nothing)
    assert [note.signal for note in out.report.notes] == ["report"]
    assert seen == [2, 2, 0], "once more, and then without what was heard"
    assert out.result.tolist() == [4.0, 4.0]
    assert "MemoryError" in str(out)


def test_a_fault_that_passes_costs_nothing(monkeypatch: pytest.MonkeyPatch) -> None:
    out = explain(breaks)(torch.ones(2))
    links, calls = build.graphs.links, []

    def once(*args: Any) -> Any:
        calls.append(args)
        return fails() if len(calls) == 1 else links(*args)

    monkeypatch.setattr(build.graphs, "links", once)
    assert out.report.links
    assert out.report.notes == ()
