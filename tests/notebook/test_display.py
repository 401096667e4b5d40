"""A report is shown whatever goes wrong with drawing it."""

from __future__ import annotations

from typing import Any

import pytest
import torch

from dynexplain import ExplainOutput, explain
from dynexplain.notebook import display


def double(x: torch.Tensor) -> torch.Tensor:
    return x * 2


@pytest.fixture(scope="module")
def output() -> ExplainOutput:
    result: ExplainOutput = explain(double)(torch.ones(3))
    torch._dynamo.reset()
    return result


def fail(*_: Any, **__: Any) -> Any:
    raise ZeroDivisionError("a fault\nof ours")


VERDICT = "No graph breaks. All of `double` is one graph of 1 op."
WIDGET = "application/vnd.jupyter.widget-view+json"


def test_a_viewer_that_fails_leaves_the_static_report_and_says_so(
    output: ExplainOutput, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("dynexplain.render.page.widget.ExplainWidget.__init__", fail)
    ((data, _),) = display.displays(output)
    assert data["text/plain"].startswith(VERDICT)
    assert "The viewer could not be made (ZeroDivisionError: a fault)." in data["text/plain"]
    assert "<img src=" in data["text/html"]


def test_a_static_report_that_fails_leaves_the_text(output: ExplainOutput, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("dynexplain.render.page.html.static", fail)
    data, _ = display.bundle(output)
    assert data["text/plain"].startswith(VERDICT)
    assert "The static report could not be made" in data["text/plain"]
    assert "text/html" not in data
    assert WIDGET in data


def test_where_all_fails_there_is_the_verdict(output: ExplainOutput, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("dynexplain.render.page.widget.ExplainWidget.__init__", fail)
    monkeypatch.setattr("dynexplain.render.page.html.static", fail)
    monkeypatch.setattr("dynexplain.render.text.text.render", fail)
    ((data, _),) = display.displays(output)
    assert data["text/plain"].startswith(VERDICT.replace("`", ""))
    assert data["text/plain"].count("could not be made") == 3


def test_a_front_end_that_takes_nothing_gets_it_as_text(
    output: ExplainOutput, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr("IPython.display.display", fail)
    display.show(output)
    told = capsys.readouterr().out
    assert told.startswith(VERDICT)
    assert "The display could not be made (ZeroDivisionError: a fault)." in told
