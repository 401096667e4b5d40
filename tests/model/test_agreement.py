"""Verdict, chips and causes of one report say the same: over all stored reports, and runs of other ends."""

from __future__ import annotations

import contextlib
import re
from pathlib import Path
from typing import Any

import pytest
import torch

import dynexplain
from dynexplain.model.graphs.versions import pieces_and_versions
from dynexplain.model.report import Report
from dynexplain.render.json import load

STORED = sorted((Path(__file__).parents[1] / "golden" / "reports").glob("*.json"))


def chip(report: Report, label: str) -> int:
    found = [one.value for one in report.summary.chips if re.match(rf"{label}s?\b", one.label)]
    assert len(found) == 1
    return int(found[0].replace(",", ""))


def check(report: Report) -> None:
    assert chip(report, "graph") == len(report.graphs)
    assert chip(report, "break") == len(report.breaks)
    assert chip(report, "op") == sum(graph.op_count for graph in report.graphs)
    told = re.search(r"([\d,]+) graph breaks?\b", report.summary.verdict)
    if told:
        assert int(told[1].replace(",", "")) == len(report.breaks)
    elif "No graph breaks" in report.summary.verdict:
        assert not report.breaks
    assert sorted(index for cause in report.causes for index in cause.breaks) == list(range(len(report.breaks)))
    into = re.search(r"into ([\d,]+) (graph|piece)", report.summary.verdict)
    used = {index for one in report.compilations if one.status == "compiled" for index in one.graphs}
    pieces, _ = pieces_and_versions(tuple(graph for graph in report.graphs if graph.index in used))
    if into:
        assert int(into[1]) == (len(used) if into[2] == "graph" else pieces)
    left = [one.value for one in report.summary.chips if "left to Python" in one.label]
    shown = [one for one in report.skips if one.kind in ("break", "error", "unseen", "given_up", "limit")]
    assert int(left[0]) <= len(shown) if left else not any(one.kind == "unseen" for one in shown)


@pytest.mark.parametrize("path", STORED, ids=lambda path: path.stem)
def test_a_stored_report_agrees_with_itself(path: Path) -> None:
    check(load(path))


def in_two_sizes(x: torch.Tensor) -> torch.Tensor:
    y = x.sin()
    torch._dynamo.graph_break()
    return y * 2


def raises_behind_a_break(x: torch.Tensor) -> torch.Tensor:
    y = in_two_sizes(x)
    raise ValueError(y.shape)


@pytest.mark.parametrize("function", [in_two_sizes, raises_behind_a_break], ids=lambda one: one.__name__)
def test_a_report_of_two_versions_agrees_with_itself(function: Any, untouched: None) -> None:
    compiled = dynexplain.optimize("eager", dynamic=False)(function)
    for size in (4, 6):
        with contextlib.suppress(ValueError):
            compiled(torch.ones(size))
    report = compiled.explain_output().report
    check(report)
    assert pieces_and_versions(report.graphs) == (len(report.graphs) // 2, 2)
    torch._dynamo.reset()
