"""The magics, in a real IPython shell."""

from __future__ import annotations

import atexit
import re
import warnings
from pathlib import Path
from typing import Any

import pytest
from IPython.core.error import UsageError
from IPython.core.interactiveshell import InteractiveShell
from nbconvert import LatexExporter
from nbformat.v4 import new_code_cell, new_notebook, new_output

import dynexplain
from dynexplain.notebook.options import NAMES

SETUP = """
import torch
def chatty(x, scale=1):
    y = x * scale
    print("between")
    return y.sin()
model = torch.nn.Sequential(torch.nn.Linear(3, 3), torch.nn.ReLU())
x = torch.ones(3)
"""


@pytest.fixture
def shell() -> Any:
    shell = InteractiveShell()
    # At exit it would clear the namespace under torch's own clean-up, which then complains.
    atexit.unregister(shell.atexit_operations)
    shell.run_line_magic("load_ext", "dynexplain")
    run(shell, SETUP)
    return shell


def run(shell: Any, code: str) -> Any:
    return shell.run_cell(code, store_history=True).result


def failure(shell: Any, code: str) -> BaseException:
    error = shell.run_cell(code).error_in_exec
    assert error is not None
    return error


def test_a_call_is_explained_and_kept_by_name(shell: Any, capsys: pytest.CaptureFixture[str]) -> None:
    run(shell, "%dynexplain --text -r out chatty(x, scale=2)")
    out = shell.user_ns["out"]
    assert (out.graph_count, out.graph_break_count) == (2, 1)
    assert out.report.subject.call == "chatty(f32[3], scale=2)"
    assert "1 graph break split `chatty` into 2 graphs" in capsys.readouterr().out


def test_code_is_found_in_the_cell_by_its_number(shell: Any) -> None:
    run(shell, "%dynexplain --text -r out chatty(x)")
    (cause,) = shell.user_ns["out"].report.causes
    assert cause.location.label == "cell 1"
    assert cause.location.code == 'print("between")'


def test_starred_arguments_are_passed_as_python_would(shell: Any) -> None:
    run(shell, "args = (x,)\noptions = {'scale': 3}")
    run(shell, "%dynexplain --text -r out chatty(*args, **options)")
    assert shell.user_ns["out"].report.subject.call == "chatty(f32[3], scale=3)"


def test_an_expression_around_the_call_is_explained_as_a_whole(shell: Any) -> None:
    run(shell, "%dynexplain --text -r out model(x).sum()")
    out = shell.user_ns["out"]
    assert out.op_count == 3
    assert out.report.subject.name == "model(x).sum()"


WIDGET = "application/vnd.jupyter.widget-view+json"


@pytest.fixture
def shown(monkeypatch: pytest.MonkeyPatch) -> list[dict[str, Any]]:
    """What is displayed."""
    shown: list[dict[str, Any]] = []
    monkeypatch.setattr("IPython.display.display", lambda data, **_: shown.append(data))
    return shown


@pytest.mark.parametrize("code", ["%dynexplain --height 300 chatty(x)", "dynexplain.explain(chatty)(x)"])
def test_the_static_report_is_displayed_and_the_viewer_after_it(
    shell: Any, shown: list[dict[str, Any]], code: str
) -> None:
    run(shell, f"import dynexplain\n{code}")
    static, viewer = shown
    assert "1 graph break" in static["text/plain"]
    assert "<img src=" in static["text/html"]
    assert WIDGET not in static
    assert viewer.pop(WIDGET)
    assert viewer == {"text/html": ""}


def test_nothing_empty_is_printed_where_a_notebook_becomes_latex(shell: Any, shown: list[dict[str, Any]]) -> None:
    run(shell, "%dynexplain chatty(x)")
    outputs = [new_output("display_data", data) for data in shown]
    notebook = new_notebook(cells=[new_code_cell("1", outputs=outputs)])
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")  # nbconvert tells that the viewer is no text
        latex, _ = LatexExporter().from_notebook_node(notebook)
    body = latex[latex.index("begin{document}") :]
    assert "1 graph break" in body
    assert not re.search(r"begin\{Verbatim\}[^\n]*\s*\\end\{Verbatim\}", body)


def test_without_the_viewer_the_static_report_says_how_to_build_it(
    shell: Any, shown: list[dict[str, Any]], monkeypatch: pytest.MonkeyPatch
) -> None:
    def missing() -> str:
        raise dynexplain.ViewerNotBuiltError("not built: make build")

    monkeypatch.setattr("dynexplain.render.page.bundle.widget_js", missing)
    run(shell, "%dynexplain chatty(x)")
    (static,) = shown
    assert static["text/plain"].endswith("not built: make build")
    assert "dynexplain-aside" not in static["text/html"]


def test_reports_are_written_in_the_format_of_their_ending(shell: Any, tmp_path: Path) -> None:
    names = [tmp_path / f"out.{kind}" for kind in ("json", "svg", "html")]
    run(shell, f"%dynexplain --text {' '.join(f'-o {name}' for name in names)} chatty(x)")
    assert dynexplain.load(names[0]).graph_break_count == 1
    assert names[1].read_text().lstrip().startswith("<")
    assert "<html" in names[2].read_text()


@pytest.mark.parametrize(
    ("line", "told"),
    [
        ("", "needs a call to explain"),
        ("--bogus chatty(x)", "There is no option --bogus. There are -o, -r, --backend,"),
        ("--fulgraph chatty(x)", "no option --fulgraph. Did you mean --fullgraph?"),
        ("-b eager chatty(x)", "no option -b"),
        ("--text=yes chatty(x)", "--text takes no value"),
        ("--mode", "--mode needs a value"),
        ("--no chatty(x) --text", "--text stands behind the call"),
        ("--mode default --options a=1 chatty(x)", "--mode and --options cannot both"),
        ("--options max_autotune chatty(x)", "write NAME=VALUE"),
        ("--mode fastest --backend inductor chatty(x)", "fastest"),
        ("--backend inductor --options bogus=1 chatty(x)", "bogus"),
        ("-o report.pdf chatty(x)", r"\.html, \.svg, \.json"),
        ("-o nowhere/report.html chatty(x)", "no folder"),
        ("-r 1st chatty(x)", "not a name"),
        ("--height tall chatty(x)", "number of pixels"),
        ("--dynamic --no-dynamic chatty(x)", "cannot both"),
        ("chatty(x", "one expression"),
    ],
)
def test_a_mistake_on_the_line_is_told_before_anything_runs(shell: Any, line: str, told: str) -> None:
    error = failure(shell, f"%dynexplain {line}")
    assert isinstance(error, UsageError)
    with pytest.raises(UsageError, match=told):
        raise error


def test_a_backend_may_be_a_callable_of_the_notebook(shell: Any) -> None:
    run(shell, "def mine(module, inputs):\n    return module")
    run(shell, "%dynexplain --text -r out --backend mine chatty(x)")
    assert [graph.backend for graph in shell.user_ns["out"].report.graphs] == ["mine", "mine"]


def test_the_help_names_every_option(shell: Any) -> None:
    text = shell.find_line_magic("dynexplain").__doc__
    for option in NAMES:
        assert option in text


def test_modes_and_options_reach_the_backend(shell: Any) -> None:
    run(shell, "given = []\ndef mine(module, inputs, **kwargs):\n    given.append(kwargs)\n    return module")
    run(shell, "%dynexplain --text -r out --backend mine --options a=1,b=x,y --options 'c=[1, 2]' chatty(x)")
    assert shell.user_ns["given"][0] == {"options": {"a": 1, "b": "x,y", "c": [1, 2]}}
    run(shell, "given.clear()")
    run(shell, "%%dynexplain --text -r out --backend mine --mode quick\nchatty(x)")
    assert shell.user_ns["given"][0] == {"mode": "quick"}
    assert shell.user_ns["out"].report.environment.options == {"mode": "'quick'"}
    assert shell.user_ns["out"].report.environment.backend == "mine"


def test_arguments_are_cloned_where_that_is_asked_for(shell: Any) -> None:
    run(shell, "def grow(x):\n    return x.add_(1)")
    run(shell, "%dynexplain --text --clone-inputs grow(x)")
    assert shell.user_ns["x"].tolist() == [1, 1, 1]
    error = failure(shell, "%%dynexplain --clone-inputs\ngrow(x)")
    assert isinstance(error, UsageError)
    assert shell.user_ns["x"].tolist() == [1, 1, 1]


def test_a_failure_shows_what_was_seen_and_goes_on_to_the_user(shell: Any, capsys: pytest.CaptureFixture[str]) -> None:
    error = failure(shell, "%dynexplain --text --fullgraph -r out chatty(x)")
    assert type(error).__name__ == "Unsupported"
    assert "stopped the compilation" in capsys.readouterr().out
    assert shell.user_ns["out"].graph_break_count == 1


def test_a_cell_runs_once_with_real_results_and_each_of_its_calls_is_explained(shell: Any) -> None:
    run(
        shell,
        "%%dynexplain --text -r out\n"
        "y = model(x)\n"
        "twice = [chatty(y) for _ in range(2)]\n"
        "w = torch.nn.functional.relu(y)\n"
        "n = len(twice)\n"
        "n + 1",
    )
    names = shell.user_ns
    assert names["n"] == 2
    assert names["y"].shape == (3,)
    report = names["out"].report
    assert report.subject.kind == "session"
    assert (len(report.breaks), len(report.graphs)) == (1, 4)
    assert "__dynexplain_call__" not in names
    assert names["out"].report.notes == ()


def test_a_cell_keeps_what_is_compiled_already_with_its_own_backend(shell: Any) -> None:
    run(shell, "compiled = torch.compile(chatty, backend='aot_eager')")
    run(shell, "%%dynexplain --text -r out\ncompiled(x)")
    assert {graph.backend for graph in shell.user_ns["out"].report.graphs} == {"aot_eager"}


def test_an_error_in_a_cell_goes_on_and_is_told_in_the_report(shell: Any, capsys: pytest.CaptureFixture[str]) -> None:
    handlers = shell.custom_exceptions
    error = failure(shell, "%%dynexplain --text -r out\nchatty(x)\n1 / 0\nafter = 1")
    assert isinstance(error, ZeroDivisionError)
    assert capsys.readouterr().out.count("Traceback (most recent call last)") == 1
    assert shell.custom_exceptions == handlers
    report = shell.user_ns["out"].report
    assert report.outcome.error.type == "ZeroDivisionError"
    assert len(report.breaks) == 1
    assert "after" not in shell.user_ns


def test_a_cell_that_is_no_python_is_told_as_always(shell: Any, capsys: pytest.CaptureFixture[str]) -> None:
    assert isinstance(failure(shell, "%%dynexplain --text\nx = (1,"), SyntaxError)
    assert "SyntaxError" in capsys.readouterr().out


def test_definitions_decorators_and_awaits_in_a_cell_work_as_always(shell: Any) -> None:
    run(
        shell,
        "%%dynexplain --text\n"
        "import functools\n"
        "@functools.cache\n"
        "def square(n):\n"
        "    return n * n\n"
        "class Point:\n"
        "    def __init__(self, a):\n"
        "        self.a = a\n"
        "values = dict(a=square(3), b=Point(4).a, c=sorted([3, 1], key=lambda v: -v))\n",
    )
    assert shell.user_ns["values"] == {"a": 9, "b": 4, "c": [3, 1]}


def test_methods_of_two_objects_in_a_cell_are_not_mixed_up(shell: Any) -> None:
    run(
        shell,
        "class Adder:\n"
        "    def __init__(self, n):\n"
        "        self.n = n\n"
        "    def add(self, x):\n"
        "        return x + self.n\n"
        "adders = [Adder(n) for n in range(20)]",
    )
    run(shell, "%%dynexplain --text\nsums = [float(a.add(x)[0]) for a in adders]")
    assert shell.user_ns["sums"] == [1.0 + n for n in range(20)]


def test_a_cell_is_called_by_the_number_that_was_entered(shell: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("IPython.get_ipython", lambda: shell)
    run(shell, "%%dynexplain --text -r out\nfor _ in range(2):\n    chatty(x)")
    report = shell.user_ns["out"].report
    entered = f"cell {len(shell.user_ns['In']) - 1}"
    (source,) = [source for source in report.sources if source.label == entered]
    assert (source.function, source.first_line) == (entered, 1)
    assert source.lines == ("for _ in range(2):", "    chatty(x)")
    assert entered in [code.name for code in report.codes if code.kind == "eager"]
    assert "<module>" not in [code.name for code in report.codes]


def test_an_object_that_is_called_is_explained(shell: Any) -> None:
    run(
        shell,
        "class Scale:\n    def __init__(self, by):\n        self.by = by\n"
        "    def __call__(self, x):\n        return x.sin() * self.by\nscale = Scale(2)",
    )
    run(shell, "%%dynexplain -r seen\nresult = scale(x)")
    report = shell.user_ns["seen"].report
    assert [graph.op_count for graph in report.graphs] == [2]
    assert report.graphs[0].function.endswith("__call__")
    assert shell.user_ns["result"].shape == (3,)
