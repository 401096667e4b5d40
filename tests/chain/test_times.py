"""Time stands where it is spent. Buckets and sums are asked for, and never how fast something was."""

from __future__ import annotations

import time
from typing import Any

import pytest
import torch

import dynexplain
from dynexplain import explain
from dynexplain.model.report import LineTime, Report


def net() -> torch.nn.Module:
    return torch.nn.Sequential(torch.nn.Linear(4, 4), torch.nn.ReLU(), torch.nn.Linear(4, 1))


def parts(report: Report) -> tuple[int, int]:
    split = report.summary.split
    assert split is not None
    return split.graphs_ns + split.python_ns + split.dynamo_ns + split.compile_ns, split.total_ns


def outside(report: Report, function: str) -> dict[str, LineTime]:
    """What runs at breaks, by the code of the line."""
    (source,) = [source for source in report.sources if source.function == function]
    return {source.lines[one.line - source.first_line].strip(): one for one in source.times if one.kind == "outside"}


def test_the_backward_is_compiled_at_the_first_backward_and_told_as_compilation() -> None:
    model = net()

    def step(x: Any) -> Any:
        loss = model(x).sum()
        loss.backward()
        return loss.detach()

    report = explain(step, backend="aot_eager")(torch.ones(2, 4)).report
    (late,) = report.later
    compilation = report.compilations[late.compilation]
    assert late.backward
    assert late.title == "backward of `step`"
    assert compilation.graphs == (0,)
    assert late.start_ns >= compilation.start_ns + compilation.duration_ns
    assert late.phases[0].depth == 0
    assert report.summary.split is not None
    converted = sum(one.duration_ns for one in report.compilations)
    assert report.summary.split.compile_ns == pytest.approx(converted + late.duration_ns, rel=0.02)
    assert any("of it for the backward" in chip.label for chip in report.summary.chips)
    # The backend's own frames are no part of the program.
    assert not [code.name for code in report.codes if code.location.file.endswith("copy.py")]


def test_a_backward_outside_of_compiled_code_is_told_as_well() -> None:
    model = net()
    with dynexplain.watch() as session:
        compiled = torch.compile(model, backend="aot_eager")
        for _ in range(3):
            compiled(torch.ones(2, 4)).sum().backward()
    report = session.explain_output().report
    assert [late.backward for late in report.later] == [True]
    total, whole = parts(report)
    assert total == whole


def test_without_a_backward_nothing_comes_late() -> None:
    report = explain(net(), backend="aot_eager")(torch.ones(2, 4)).report
    assert report.later == ()
    assert not any("backward" in chip.label for chip in report.summary.chips)


def broken(x: Any) -> Any:
    y = x.relu()
    torch._dynamo.graph_break()
    return [y + 1 for _ in range(2)]


PROGRAMS: dict[str, Any] = {
    "one graph": lambda x: x.sin(),
    "a break": broken,
    "nothing to compile": lambda x: None,
    "a break before the first op": lambda x: (torch._dynamo.graph_break(), x + 1)[1],
}


@pytest.mark.parametrize("name", PROGRAMS)
def test_the_parts_of_the_split_make_the_total(name: str) -> None:
    total, whole = parts(explain(PROGRAMS[name])(torch.ones(3)).report)
    assert total == whole


class Slow:
    @torch.compiler.disable
    def step(self) -> None:
        time.sleep(0.05)


def test_the_cost_of_a_call_stands_on_the_line_of_the_call() -> None:
    slow = Slow()

    def train(x: Any) -> Any:
        slow.step()
        y = x.sin()
        torch._dynamo.graph_break()
        return y.cos()

    lines = outside(explain(train)(torch.ones(3)).report, "train")
    assert lines["slow.step()"].ns >= 0.05e9
    assert lines["torch._dynamo.graph_break()"].ns < 0.05e9


def test_what_a_call_compiles_and_runs_in_graphs_is_told_apart() -> None:
    inner = torch.compile(lambda x: x.cos(), backend="eager")

    @torch.compiler.disable
    def called(x: Any) -> Any:
        return inner(x)

    def train(x: Any) -> Any:
        y = x.sin()
        y = called(y)
        return y + 1

    report = explain(train)(torch.ones(3)).report
    (line,) = outside(report, "train").values()
    assert "of it in graphs of what is called" in line.text
    assert line.ns <= report.duration_ns - sum(one.duration_ns for one in report.compilations)


def test_breaks_within_what_runs_at_a_break_count_once() -> None:
    @torch.compiler.disable
    def pause() -> None:
        time.sleep(0.03)

    def inner(x: Any) -> Any:
        torch._dynamo.graph_break()
        pause()
        return x + 1

    def train(x: Any) -> Any:
        y = x.sin()
        y = inner(y)
        return y.cos()

    report = explain(train)(torch.ones(3)).report
    (line,) = outside(report, "train").values()
    assert 0.03e9 <= line.ns <= report.duration_ns


def test_time_in_python_leaves_out_what_was_compiled_meanwhile() -> None:
    @torch.compiler.disable
    def pause() -> None:
        time.sleep(0.02)

    def slow_backend(graph: Any, inputs: Any) -> Any:
        time.sleep(0.2)
        return graph

    def looped(x: Any) -> Any:
        for _ in range(2):
            print(end="")
            pause()
            x = part(x)
        return x

    def part(x: Any) -> Any:
        return x.sin()

    report = explain(looped, backend=slow_backend)(torch.ones(3)).report
    (cause, *_) = report.causes
    assert cause.outcome == "frame_skipped"
    # Both pauses; what the backend took for `part` is no Python of the function.
    compiling = sum(one.duration_ns for one in report.compilations if one.function.endswith("part"))
    assert compiling >= 0.2e9
    assert 0.04e9 <= cause.eager_ns <= report.duration_ns - compiling
