"""Files that were changed after they were imported: no text is shown that is not the code's own."""

from __future__ import annotations

import importlib
import linecache
import sys
import types
import warnings
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest
import torch

from dynexplain import explain, watch
from dynexplain.model.report import Report
from dynexplain.model.source.places import Places
from dynexplain.model.source.texts import Texts

BROKEN = """import torch


def f(x):
    y = helper(x) + 1
    print("between")
    return y * 2


def helper(x):
    return x.sin()


def decorated(function):
    return function


@decorated
def other(x):
    return [torch.cos(one) for one in (x, x)][0]


class Model(torch.nn.Module):
    def forward(self, x):
        return (lambda y: y + 1)(x)
"""

Import = Callable[[str], types.ModuleType]


@pytest.fixture
def imported(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Import]:
    names: list[str] = []
    monkeypatch.syspath_prepend(str(tmp_path))

    def load(text: str) -> types.ModuleType:
        name = f"edited_{len(names)}"
        (tmp_path / f"{name}.py").write_text(text, encoding="utf-8")
        names.append(name)
        importlib.invalidate_caches()
        return importlib.import_module(name)

    # As it is imported outside of pytest, which reads the files of tests in its own way.
    monkeypatch.setattr(sys, "dont_write_bytecode", True)
    yield load
    for name in names:
        sys.modules.pop(name, None)
        linecache.cache.pop(str(tmp_path / f"{name}.py"), None)


def file_of(module: types.ModuleType) -> Path:
    return Path(str(module.__file__))


def report_of(function: Any, *args: Any) -> Report:
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        report: Report = explain(function)(*args or (torch.ones(3),)).report
    return report


def source(report: Report, function: str) -> Any:
    return next(one for one in report.sources if one.function == function)


def edited_notes(report: Report) -> list[str]:
    return [note.text for note in report.notes if "was changed after it was imported" in note.text]


def test_an_unchanged_file_is_shown_with_its_text(imported: Import) -> None:
    module = imported(BROKEN)
    for function in (module.f, module.other, module.Model()):
        report = report_of(function)
        assert edited_notes(report) == []
        assert all(one.lines and not one.bytecode for one in report.sources)
    assert report_of(module.f).breaks[0].location.code == 'print("between")'


@pytest.mark.parametrize(
    "change",
    [
        lambda text: "#\n" * 4 + text,
        lambda text: (
            "import torch\n\n\ndef f(x):\n    y = 1\n    z = 2\n    return 3\n\n\ndef helper(y):\n    return y\n"
        ),
        lambda text: text.replace('print("between")', "breakpoint()"),
        lambda text: text.replace("y * 2", "y * 3"),
        lambda text: "def f(x:\n" + text,
        lambda text: "x = 1\n",
    ],
    ids=["moved", "another program", "a line", "a constant", "half a line", "no such line"],
)
def test_text_that_is_not_the_functions_is_not_shown(imported: Import, change: Callable[[str], str]) -> None:
    module = imported(BROKEN)
    file_of(module).write_text(change(BROKEN), encoding="utf-8")
    report = report_of(module.f)
    (event,) = report.breaks
    assert event.location.line == 6
    assert event.location.code == ""
    assert event.location.column == -1
    found = source(report, "f")
    assert found.lines == ()
    assert found.bytecode
    assert len(edited_notes(report)) == 1
    assert file_of(module).name in edited_notes(report)[0]


def test_functions_that_are_still_there_keep_their_text(imported: Import) -> None:
    module = imported(BROKEN)
    file_of(module).write_text(BROKEN.replace("x.sin()", "x.tan()"), encoding="utf-8")
    report = report_of(module.f)
    assert source(report, "f").lines[2] == '    print("between")'
    assert source(report, "helper").lines == ()
    assert report.breaks[0].location.code == 'print("between")'


def test_a_module_that_was_imported_again_has_its_new_text(imported: Import) -> None:
    module = imported(BROKEN)
    linecache.getlines(str(file_of(module)))
    file_of(module).write_text("#\n" * 4 + BROKEN, encoding="utf-8")
    importlib.reload(module)
    report = report_of(module.f)
    assert edited_notes(report) == []
    assert report.breaks[0].location.line == 10
    assert report.breaks[0].location.code == 'print("between")'


@pytest.mark.parametrize("again", [False, True], ids=["text from before the edit", "code from after it"])
def test_the_version_that_fits_is_taken_and_tracebacks_keep_theirs(imported: Import, again: bool) -> None:
    module = imported(BROKEN)
    file = str(file_of(module))
    before = linecache.getlines(file)
    file_of(module).write_text("#\n" * 4 + BROKEN, encoding="utf-8")
    if again:
        importlib.reload(module)
    texts = Texts(lambda _: True)
    texts.know([module.f.__code__])
    assert texts.lines(file)[module.f.__code__.co_firstlineno - 1] == "def f(x):\n"
    assert texts.all_edited() == []
    assert linecache.getlines(file) is before


def test_a_file_that_a_loader_rewrote_keeps_its_text() -> None:
    # pytest has put calls of its own into this very file.
    def asserting(x: Any) -> Any:
        assert x.shape[0] == 3
        return x + 1

    texts = Texts(lambda file: file == __file__)
    texts.know([asserting.__code__, test_a_file_that_a_loader_rewrote_keeps_its_text.__code__])
    assert any(name.startswith("@py") for name in asserting.__code__.co_names + asserting.__code__.co_varnames)
    assert texts.belongs(asserting.__code__)
    assert not texts.edited(__file__)


def test_code_is_known_again_whatever_it_is_called(imported: Import) -> None:
    module = imported(BROKEN)
    code = module.f.__code__
    texts = Texts(lambda file: True)
    assert texts.belongs(code)
    spaced = compile(BROKEN.replace("y * 2", "y  * 2"), code.co_filename, "exec")
    inner = [one for one in spaced.co_consts if isinstance(one, types.CodeType)]
    assert [one.co_name for one in inner if not texts.belongs(one)] == ["f"]
    assert texts.belongs(code.replace(co_name="renamed"))


@pytest.mark.parametrize("file", ["<\ud800>", "/tmp/\udfff.py"])
def test_code_with_a_file_name_that_cannot_be_written_has_a_report(file: str) -> None:
    names: dict[str, Any] = {}
    exec(compile("def f(x):\n    return x + 1\n", file, "exec"), names)
    # Torch itself cannot compile it.
    with pytest.raises(Exception, match="surrogates not allowed") as caught:
        explain(names["f"])(torch.ones(3))
    output = caught.value.explain_output  # type: ignore[attr-defined]
    assert output.report.subject.location.code == ""
    assert output.to_json()
    assert "f" in output.to_text()


def test_a_place_in_a_file_that_cannot_be_has_no_text() -> None:
    for file in ("\ud800", "a\0b", ""):
        assert Places({}).location_of(file, 1).code == ""


def test_parsing_says_nothing_of_what_was_said_before(imported: Import, recwarn: pytest.WarningsRecorder) -> None:
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        module = imported("def f(x):\n    '\\d'\n    return x + 1\n")
    warnings.simplefilter("always")
    explain(module.f)(torch.ones(3)).report  # noqa: B018
    assert [each for each in recwarn if "escape" in str(each.message)] == []


WRAPPED = """import functools

import torch


def decorator(function):
    @functools.wraps(function)
    def wrapper(*args):
        return function(*args)

    return wrapper


@decorator
def f(x):
    def inner(y):
        return y + 1

    print("between")
    assert x.shape[0] == 3, "no"
    return inner(x) + sum(each for each in [x, x])
"""


def test_code_that_dynamo_made_of_a_function_is_no_edit(imported: Import) -> None:
    module = imported(WRAPPED)
    assert edited_notes(report_of(module.f)) == []
    compiled: Any = torch.compile(module.f, backend="eager")
    compiled(torch.ones(3))
    with watch() as later:
        compiled(torch.ones(3))
    report = later.explain_output().report
    assert edited_notes(report) == []
    assert all(one.lines for one in report.sources)


def test_what_dynamo_made_goes_by_its_name_and_place(imported: Import) -> None:
    code = imported(BROKEN).f.__code__
    made = code.replace(co_names=tuple(f"__compiled_fn_{index}" for index in range(len(code.co_names))))
    other = code.replace(co_consts=(None,) * len(code.co_consts))
    for ids, edited in (((), True), ((id(other),), False)):
        texts = Texts(lambda _: True)
        texts.know([made, other], ids)
        # It goes with the code that it was made of, where that is known.
        assert texts.belongs(made) is not edited
        assert texts.belongs(other) is not edited
        assert texts.edited(code.co_filename) is edited
