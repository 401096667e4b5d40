"""Where a long compilation is, told while it runs."""

from __future__ import annotations

import re
import threading
import time
from typing import Any

import pytest
import torch
from IPython.core.interactiveshell import InteractiveShell

from dynexplain import explain, optimize, watch
from dynexplain.notebook import progress


class Publisher:
    """What a kernel shows, in the order in which it does."""

    def __init__(self) -> None:
        self.shown: list[tuple[str, str, bool]] = []
        self.ids: set[str] = set()

    def publish(self, data: dict[str, str], *, transient: dict[str, str], update: bool) -> None:
        self.shown.append((data["text/plain"], data["text/html"], update))
        self.ids.add(transient["display_id"])


@pytest.fixture
def notebook(monkeypatch: pytest.MonkeyPatch) -> Publisher:
    """A shell with a kernel, and little patience."""
    publisher = Publisher()
    shell = type("Shell", (), {"kernel": object(), "display_pub": publisher})()
    monkeypatch.setattr("IPython.get_ipython", lambda: shell)
    monkeypatch.setattr(progress, "AFTER_S", 0.05)
    monkeypatch.setattr(progress, "EVERY_S", 0.02)
    return publisher


def slow(seconds: float = 0.4) -> Any:
    def slowly(module: Any, _inputs: Any) -> Any:
        time.sleep(seconds)
        return module

    return slowly


def score(x: torch.Tensor) -> torch.Tensor:
    h = x.relu() * 2
    torch._dynamo.graph_break()
    return h.softmax(dim=-1)


def test_a_long_compilation_says_where_it_is_until_it_is_over(notebook: Publisher) -> None:
    explain(score, backend=slow())(torch.ones(3))
    lines = [text for text, _, _ in notebook.shown]
    where = r"score \(test_progress.py, line \d+\) · 0 frames compiled so far$"
    assert any(re.search(rf"^\d s · slowly compiles a graph of 2 ops from {where}", line) for line in lines)
    assert any("1 frame compiled so far" in line for line in lines)
    assert lines[-1] == ""
    assert [update for _, _, update in notebook.shown] == [False] + [True] * (len(lines) - 1)
    assert len(notebook.ids) == 1
    assert not [thread for thread in threading.enumerate() if thread.name == "dynexplain progress"]


def test_names_are_text_in_the_line(notebook: Publisher) -> None:
    names: dict[str, Any] = {}
    exec(compile("def f(x): return x + 1", "<b onclick=1>", "exec"), names)
    explain(names["f"], backend=slow())(torch.ones(3))
    assert "&lt;b onclick=1&gt;" in notebook.shown[0][1]


def test_what_is_quick_shows_nothing(notebook: Publisher, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(progress, "AFTER_S", 60)
    explain(score)(torch.ones(3))
    assert notebook.shown == []


@pytest.mark.parametrize("error", [KeyboardInterrupt, RuntimeError])
def test_the_line_goes_away_when_the_compilation_ends_badly(notebook: Publisher, error: type[BaseException]) -> None:
    def fails(_module: Any, _inputs: Any) -> Any:
        time.sleep(0.3)
        raise error("stop")

    with pytest.raises(BaseException, match="stop"):
        explain(score, backend=fails)(torch.ones(3))
    assert notebook.shown[-1] == ("", "", True)
    assert not [thread for thread in threading.enumerate() if thread.name == "dynexplain progress"]


def test_a_publisher_that_fails_is_not_the_users_business(notebook: Publisher, monkeypatch: pytest.MonkeyPatch) -> None:
    def fail(*_: Any, **__: Any) -> None:
        raise OSError("the front end is gone")

    monkeypatch.setattr(notebook, "publish", fail)
    assert explain(score, backend=slow())(torch.ones(3)).graph_count == 2


def test_the_line_is_there_in_every_session_and_its_thread_in_no_report(notebook: Publisher) -> None:
    context = optimize(slow())
    context(score)(torch.ones(3))
    torch._dynamo.reset()
    with watch() as session:
        torch.compile(score, backend=slow())(torch.ones(3))
    assert len(notebook.ids) == 2
    context(score)(torch.ones(3))
    assert len(notebook.ids) == 3
    for output in (context.explain_output(), session.explain_output()):
        assert not [code for code in output.report.codes if code.location.file == progress.__file__]


def test_sessions_that_nest_share_the_line_and_the_innermost_is_told(notebook: Publisher) -> None:
    def within(x: torch.Tensor) -> torch.Tensor:
        return x.cos()

    def explaining(module: Any, _inputs: Any) -> Any:
        time.sleep(0.3)
        explain(within, backend=slow())(torch.ones(3))
        time.sleep(0.3)
        return module

    with watch():
        explain(score, backend=explaining)(torch.ones(3))
    assert len(notebook.ids) == 1
    assert [update for _, _, update in notebook.shown] == [False] + [True] * (len(notebook.shown) - 1)
    lines = [text for text, _, _ in notebook.shown]
    of = ["within" if " within (" in line else "score" if " score (" in line else "" for line in lines]
    turns = [name for name, before in zip(of, ["", *of], strict=False) if name and name != before]
    # Its two graphs are compiled one after the other, each with an explanation of its own inside.
    assert turns[:3] == ["score", "within", "score"]
    assert lines.index("") == len(lines) - 1


def test_a_line_belongs_to_the_cell_that_compiles(notebook: Publisher) -> None:
    made: list[str] = []

    def begin() -> progress.Put:
        made.append("line")
        return progress._putter(notebook, "line")

    context = optimize(slow())
    context.recorder.audience = progress.Progress(context.recorder, begin)
    assert made == []
    context(score)(torch.ones(3))
    assert made == ["line"]


def test_scripts_and_terminals_have_no_line() -> None:
    assert progress.audience(explain.__globals__["optimize"]("eager").recorder) is None
    shell = InteractiveShell.instance() if InteractiveShell.initialized() else None
    assert getattr(shell, "kernel", None) is None
