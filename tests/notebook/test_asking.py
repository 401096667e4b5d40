"""What the viewer asks Python: would another call be compiled again?"""

from __future__ import annotations

import gc
import sys
import weakref
from typing import Any

import pytest
import torch

from dynexplain import explain
from dynexplain.notebook import asking
from dynexplain.render.page.widget import ExplainWidget


class Net(torch.nn.Module):
    def forward(self, x: torch.Tensor, scale: float = 1.0) -> torch.Tensor:
        return x.relu() * scale


@pytest.fixture(autouse=True)
def names(monkeypatch: pytest.MonkeyPatch) -> dict[str, Any]:
    """The notebook's names."""

    def interrupted() -> None:
        raise KeyboardInterrupt

    names = {"torch": torch, "x": torch.ones(3, 4), "interrupted": interrupted, "exit": sys.exit}
    monkeypatch.setattr(asking, "namespace", lambda: names)
    return names


def answers(output: Any, *texts: str) -> list[dict[str, Any]]:
    """What a viewer of this output is answered."""
    widget = ExplainWidget(output.report, ask=asking.answerer(output.question))
    sent: list[dict[str, Any]] = []
    widget.send = lambda content, **_: sent.append(content)
    for text in texts:
        widget._receive(widget, {"type": "request", "id": "1", "kind": "ask", "arguments": text}, [])
    return sent


def test_a_call_is_answered_with_the_guard_that_fails() -> None:
    same, other = answers(explain(Net())(torch.ones(3, 4)), "x", "x.double()")
    assert same["ok"]
    assert not same["answer"]["recompiles"]
    assert other["answer"]["recompiles"]
    assert "dtype" in other["answer"]["failed"]["code"]
    assert other["answer"]["failed"]["actual"] == "float64"
    assert other["answer"]["advice"]


@pytest.mark.parametrize(
    ("text", "error"),
    [
        ("x, scale=2.0, scale=3.0", "keyword argument repeated"),
        ("x) + f(x", "SyntaxError: these are no arguments"),
        ("y", "NameError: name 'y' is not defined"),
        ("x, colour=1", "TypeError: got an unexpected keyword argument 'colour'"),
        ("x.nothing", "AttributeError: "),
        ("exit(3)", "SystemExit: 3"),
        ("interrupted()", "KeyboardInterrupt"),
    ],
)
def test_a_mistake_is_told_and_nothing_else_happens(text: str, error: str) -> None:
    (answer,) = answers(explain(Net())(torch.ones(3, 4)), text)
    assert not answer["ok"]
    assert error in answer["error"]


def test_names_and_stars_are_those_of_the_notebook(names: dict[str, Any]) -> None:
    names["args"], names["options"] = (torch.ones(3, 4),), {"scale": 1.0}
    (answer,) = answers(explain(Net())(torch.ones(3, 4)), "*args, **options  # as before")
    assert answer["ok"]
    assert not answer["answer"]["recompiles"]


def test_a_viewer_keeps_no_model_alive() -> None:
    net = Net()
    output = explain(net)(torch.ones(3, 4))
    answer = asking.answerer(output.question)
    assert answer is not None
    there = weakref.ref(net)
    del net, output
    gc.collect()
    assert there() is None
    with pytest.raises(Exception, match="it has been deleted since"):
        answer("x")


@pytest.mark.parametrize("output", [lambda: explain(lambda: torch.ones(3))(), lambda: explain(lambda name: name)("x")])
def test_where_nothing_can_be_asked_the_viewer_does_not_offer_it(output: Any) -> None:
    assert asking.answerer(output().question) is None
    assert not ExplainWidget(output().report)._asks
