"""The guard tree is read whole, the same every time, and its costs add up."""

from __future__ import annotations

from typing import Any

import pytest
import torch

from dynexplain import explain
from dynexplain.tracer.reading import guard_tree


def deep() -> torch.nn.Module:
    return torch.nn.Sequential(*[torch.nn.Sequential(torch.nn.Linear(3, 3), torch.nn.ReLU()) for _ in range(12)])


def test_every_leaf_is_read_once_every_time(monkeypatch: pytest.MonkeyPatch) -> None:
    counts: list[int] = []
    read = guard_tree.read_tree

    def several_times(root: Any) -> Any:
        counts.extend(sum(len(node.leaves) for node in read(root)) for _ in range(5))
        return read(root)

    monkeypatch.setattr("dynexplain.tracer.recorder.read_tree", several_times)
    tree = explain(deep())(torch.ones(2, 3)).report.guards[0]
    assert set(counts) == {len(tree.guards)}
    assert tree.sources[0].guard_count == len(tree.guards)


def test_shares_of_the_cost_add_up_to_the_measured_whole() -> None:
    tree = explain(deep())(torch.ones(2, 3)).report.guards[0]
    assert tree.cost_ns > 0
    assert sum(guard.cost_ns for guard in tree.guards) == pytest.approx(tree.cost_ns)
    assert tree.sources[0].cost_ns == pytest.approx(tree.cost_ns)
    for index, source in enumerate(tree.sources):
        own = sum(guard.cost_ns for guard in tree.guards if guard.source == index)
        below = sum(child.cost_ns for child in tree.sources if child.parent == index)
        assert source.cost_ns == pytest.approx(own + below)


def test_a_guard_names_the_line_that_asked_for_it() -> None:
    def f(x: Any, n: int) -> Any:
        return x * n

    tree = explain(f)(torch.ones(3), 3).report.guards[0]
    (equals,) = [guard for guard in tree.guards if guard.kind == "EQUALS_MATCH"]
    assert equals.text == "n == 3"
    assert equals.origin is not None
    assert equals.origin.line == f.__code__.co_firstlineno + 1


def test_the_costliest_guards_come_first() -> None:
    out = explain(deep())(torch.ones(2, 3))
    costs = [guard.cost_ns for guard in out.costliest_guards()]
    assert len(costs) == 10
    assert costs == sorted(costs, reverse=True)
