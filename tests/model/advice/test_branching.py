"""Where Python branches on a tensor's number, the advice is about the branch: the setting for numbers does not help."""

from __future__ import annotations

import contextlib
import textwrap
from typing import Any

import pytest
import torch

from dynexplain import explain
from dynexplain.model.advice.branching import branches_on_number

BRANCHES = [
    "if y.mean().item() > 0:\n    return y\nreturn -y",
    "n = y.sum().item()\nif n > 0:\n    return y\nreturn -y",
    "n = float(y.sum())\nm = abs(n) * 2\nreturn y if m > 1 else -y",
    "for _ in range(int(y.sum().item())):\n    y = y + 1\nreturn y",
    "n = int(y.sum())\nwhile n > 0:\n    n -= 1\nreturn y * n",
    "n = y.sum().item()\nreturn y * (n and 2)",
    "n = y.sum().item()\nreturn [y * i for i in range(3) if i < n]",
]
OTHERS = [
    "n = y.max().item()\nreturn y / n",
    "n = y.max().item()\nif y.shape[0] > 2:\n    return y / n\nreturn y",
    "n = y.sum().item()\nassert n > 0\nreturn y * n",
    "z = y * y.max().item()\nif x.dim() > 1:\n    return x\nreturn z",
]


def made(text: str) -> str:
    return f"def f(x):\n    y = x * 2\n{textwrap.indent(text, '    ')}\n"


def number_line(text: str) -> int:
    lines = made(text).split("\n")
    return next(row for row, line in enumerate(lines, 1) if any(part in line for part in (".item(", "float(", "int(")))


@pytest.mark.parametrize("text", BRANCHES)
def test_a_branch_on_the_number_is_seen(text: str) -> None:
    assert branches_on_number(made(text).splitlines(keepends=True), number_line(text))


@pytest.mark.parametrize("text", OTHERS)
def test_other_uses_of_the_number_are_no_branch(text: str) -> None:
    assert not branches_on_number(made(text).splitlines(keepends=True), number_line(text))


def test_what_is_no_python_is_not_judged() -> None:
    assert not branches_on_number(["if :"], 1)
    assert not branches_on_number([], 3)


@pytest.mark.parametrize(("text", "breaks"), [(text, True) for text in BRANCHES] + [(text, False) for text in OTHERS])
def test_it_says_what_torch_does_with_the_setting_on(text: str, breaks: bool, untouched: None, tmp_path: Any) -> None:
    """The setting does not help exactly where we say so."""
    file = tmp_path / "program.py"
    file.write_text(made(text))
    names: dict[str, Any] = {}
    exec(compile(made(text), str(file), "exec"), names)
    x = torch.ones(3)
    with torch._dynamo.config.patch(capture_scalar_outputs=True):
        broken = True
        # Some branches on an unknown number are an error, not a break.
        with contextlib.suppress(Exception):
            broken = bool(explain(names["f"])(x).report.breaks)
    torch._dynamo.reset()
    assert broken == breaks


def plain_branch(x: Any) -> Any:
    y = x * 2
    if y.mean().item() > 0:
        return y + 1
    return y - 1


def test_the_advice_for_a_branch_is_about_the_branch(untouched: None) -> None:
    (cause,) = explain(plain_branch)(torch.ones(3)).report.causes
    advice = " ".join(cause.hints)
    for helps in ("torch.where", "torch.cond", "branch where the function is called"):
        assert helps in advice
    assert "capture_scalar_outputs` does not help" in advice
    assert "= True" not in advice
    assert cause.example is not None
    assert "torch.where" in cause.example.after
    torch._dynamo.reset()


def scaled(x: Any) -> Any:
    return x / x.max().item()


def test_where_nothing_branches_the_setting_is_told(untouched: None) -> None:
    (cause,) = explain(scaled)(torch.ones(3)).report.causes
    assert "capture_scalar_outputs = True" in " ".join(cause.hints)
    torch._dynamo.reset()
