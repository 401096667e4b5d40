"""A call that raises in a notebook: its report, a folded traceback, and the exception in two lines."""

from __future__ import annotations

from typing import Any

import pytest
from IPython.core.interactiveshell import InteractiveShell

CELL = """
import torch
from dynexplain import explain
def scale(x):
    y = x.sin()
    raise ValueError("a scale of nought")
"""


class Seen:
    """What a front end would get of a cell."""

    def __init__(self, shell: Any, monkeypatch: pytest.MonkeyPatch) -> None:
        self.displays: list[dict[str, Any]] = []
        self.tracebacks: list[list[str]] = []
        self.shell = shell
        put = lambda data, metadata=None, source=None, **others: self.displays.append(data)  # noqa: E731
        monkeypatch.setattr(shell.display_pub, "publish", put)
        monkeypatch.setattr(shell, "_showtraceback", lambda kind, error, lines: self.tracebacks.append(lines))

    def run(self, code: str) -> None:
        assert self.shell.run_cell(code).error_in_exec is not None


@pytest.fixture
def seen(monkeypatch: pytest.MonkeyPatch) -> Seen:
    shell = InteractiveShell.instance()
    monkeypatch.setattr("dynexplain.notebook.display.in_terminal", lambda: False)
    shell.run_line_magic("load_ext", "dynexplain")
    shell.run_cell(CELL)
    return Seen(shell, monkeypatch)


def test_the_report_is_shown_and_the_traceback_folded(seen: Seen) -> None:
    seen.run("explain(scale)(torch.ones(3))")
    static, _, folded = (data.get("text/html", "") for data in seen.displays)
    assert "a scale of nought" in static
    assert folded.startswith("<details><summary>")
    assert "Traceback (most recent call last)" in folded
    (lines,) = seen.tracebacks
    assert lines[0] == "ValueError: a scale of nought"
    assert " in scale" in lines[1]
    assert len(lines) == 2


def test_a_magic_shows_its_report_once(seen: Seen) -> None:
    seen.run("%dynexplain scale(torch.ones(3))")
    assert sum("a scale of nought" in data.get("text/html", "") for data in seen.displays) == 2  # report, traceback
    assert len(seen.tracebacks[0]) == 2


def test_a_front_end_that_asks_again_gets_the_same_and_no_second_report(seen: Seen) -> None:
    seen.run("try:\n    explain(scale)(torch.ones(3))\nexcept ValueError as error:\n    kept = error\n    raise")
    before = len(seen.displays)
    assert seen.shell.user_ns["kept"]._render_traceback_() == seen.tracebacks[0]
    assert len(seen.displays) == before


def test_what_runs_for_real_raises_as_it_does_without_us(seen: Seen) -> None:
    seen.run("import dynexplain; dynexplain.optimize('eager')(scale)(torch.ones(3))")
    assert seen.displays == []
    assert any("Traceback" in line for line in seen.tracebacks[0])


def test_a_terminal_shows_the_whole_traceback(seen: Seen, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("dynexplain.notebook.display.in_terminal", lambda: True)
    seen.run("explain(scale)(torch.ones(3))")
    assert seen.displays == []
    assert any("Traceback" in line for line in seen.tracebacks[0])


def test_an_exception_is_not_kept_by_its_report(seen: Seen) -> None:
    seen.run("try:\n    explain(scale)(torch.ones(3))\nexcept ValueError as error:\n    kept = error\n1 / 0")
    kept = seen.shell.user_ns["kept"]
    assert kept._render_traceback_.__self__ is kept.explain_output
    assert not any(value is kept for value in vars(kept.explain_output).values())
