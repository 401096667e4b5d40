"""What the README claims is run: its examples, and its comparison with ``torch._dynamo.explain``."""

from __future__ import annotations

import atexit
import re
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
import torch
import torch._dynamo

from dynexplain import explain

ROOT = Path(__file__).resolve().parents[1]
README = (ROOT / "README.md").read_text(encoding="utf-8")


def print_first(x):
    print("now")
    return x.sin()


def print_in_a_loop(x):
    for i in range(3):
        print(i)
        x = x + 1
    return x


def no_tensor(x):
    return 3


def helper(x):
    return x * x.sum().item()


def item_in_a_helper(x):
    return helper(x.sin()) + 1


def two_in_a_row(x):
    torch._dynamo.graph_break()
    torch._dynamo.graph_break()
    return x + 1


def methods(x):
    return x.sin().cos().sum()


def bert() -> tuple[Any, torch.Tensor]:
    sys.path.insert(0, str(ROOT / "tests"))
    from programs.bert import make

    model, [((ids,), _)] = make()
    return model, ids


ROWS: dict[str, Callable[..., Any]] = {
    "a `print` before the first operation": print_first,
    "a `print` in a loop: all of it runs eagerly": print_in_a_loop,
    "nothing to capture": no_tensor,
    "`.item()` in a helper": item_in_a_helper,
    "two breaks in a row": two_in_a_row,
}


def blocks(language: str) -> list[str]:
    found = re.findall(r"^```(\w*)\n(.*?)^```$", README, re.DOTALL | re.MULTILINE)
    return [block for name, block in found if name == language]


def counted(number: int, what: str) -> str:
    return f"{number} {what}" if number == 1 else f"{number} {what}s"


@pytest.mark.filterwarnings("ignore")
@pytest.mark.parametrize("row", ROWS)
def test_breaks_in_the_table(row: str):
    function = ROWS[row]
    ours = explain(function)(torch.ones(3))
    theirs = torch._dynamo.explain(function)(torch.ones(3))
    causes = len(ours.report.causes)
    told = counted(ours.graph_break_count, "break")
    if causes < ours.graph_break_count:
        told += f" from {counted(causes, 'cause')}"
    assert f"| {row} | {counted(theirs.graph_break_count, 'break')} | {told} |" in README


def test_ops_in_the_table():
    ours, theirs = (explain_(methods)(torch.ones(3)) for explain_ in (explain, torch._dynamo.explain))
    assert f"| `x.sin().cos().sum()` | {theirs.op_count} ops | {ours.op_count} ops |" in README


@pytest.mark.filterwarnings("ignore")
def test_bert_in_the_table():
    model, ids = bert()
    ours, theirs = (explain_(model)(ids) for explain_ in (explain, torch._dynamo.explain))
    guards = sum(tree.count for tree in ours.report.guards)
    assert guards == len(ours.out_guards) == len(theirs.out_guards)
    counts = f"{theirs.op_count} ops, {len(theirs.out_guards)} guards | {ours.op_count} ops, {guards} guards"
    assert f"| a 12-layer BERT | {counts} |" in README
    methods = sum(node.op == "call_method" for node in ours.graphs[0].graph.nodes)
    assert ours.op_count == theirs.op_count + methods
    assert re.search(rf"has\s+{methods}\.", README) or f"that BERT\nhas {methods}." in README


def test_magics_run(tmp_path: Path, monkeypatch: pytest.MonkeyPatch):
    monkeypatch.chdir(tmp_path)
    from IPython.core.interactiveshell import InteractiveShell

    shell = InteractiveShell()
    # At exit it would clear the namespace under torch's own clean-up, which then complains.
    atexit.unregister(shell.atexit_operations)
    first = next(block for block in blocks("python") if "def score" in block)
    magics = [block for block in blocks("") if block.startswith("%")]
    assert [block.startswith("%%") for block in magics] == [False, True]
    for code in (first, *magics):
        shell.run_cell(code).raise_error()
    assert "<html" in (tmp_path / "score.html").read_text(encoding="utf-8")
    assert shell.user_ns["z"].shape == (4, 8)
    assert len(shell.user_ns["out"].report.breaks) == 2


def test_examples_run(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]):
    monkeypatch.chdir(tmp_path)
    namespace: dict[str, Any] = {}
    for block in blocks("python"):
        exec(compile(block, "README.md", "exec"), namespace)
    told = capsys.readouterr().out
    # The first report, and the same one after it was saved and read again.
    assert told.count("1 graph break split `score` into 2 graphs.") == 2
    assert "in this block" in told
    assert "recompile" in told
    assert {path.name for path in tmp_path.iterdir()} == {"score.html", "score.svg", "score.json"}
    output = namespace["step"].explain_output()
    assert output.graph_count == 4
    assert output.report.recompiles


def test_files_that_it_links_to_are_there():
    links = re.findall(r"\]\((?!https?:)([^)#]+)\)", README)
    assert links
    assert [link for link in links if not (ROOT / link).exists()] == []
