"""What was decided while compiling: values that were read once, with whether a guard looks at them again."""

from __future__ import annotations

import os
import time
from typing import Any

import pytest
import torch

from dynexplain import explain
from dynexplain.model.report import Decided

SCALE = 3
SETTINGS = {"mode": "fast"}
X = torch.ones(3)


def decided(function: Any) -> list[Decided]:
    return list(explain(function)(X).report.decided)


def told(function: Any) -> list[tuple[str, str, str, bool]]:
    return [(one.kind, one.name, one.value, one.guarded) for one in decided(function)]


def by_compiling(x: Any) -> Any:
    return x + 1 if torch.compiler.is_compiling() else x + 2


def by_globals(x: Any) -> Any:
    return x * SCALE if SETTINGS["mode"] == "fast" else x


def by_variable(x: Any) -> Any:
    return x + 1 if os.environ.get("DYNEXPLAIN_TEST") else x + 2


def by_getenv(x: Any) -> Any:
    return x + 1 if os.getenv("DYNEXPLAIN_TEST") else x + 2


def by_value(x: Any) -> Any:
    return x + 1 if os.environ.get("DYNEXPLAIN_TEST", "") == "secret" else x + len(os.getenv("DYNEXPLAIN_TEST", "")) + 2


def by_device(x: Any) -> Any:
    return x + 1 if torch.cuda.is_available() else x + 2


def by_time(x: Any) -> Any:
    now = time.time()
    return x + now


@torch._dynamo.assume_constant_result
def version() -> int:
    return 7


def by_promise(x: Any) -> Any:
    return x + version()


def by_grad_mode(x: Any) -> Any:
    return x + 1 if torch.is_grad_enabled() else x


def test_the_branch_for_the_compiler_is_told() -> None:
    (one,) = decided(by_compiling)
    assert (one.kind, one.guarded) == ("compiling", False)
    assert one.location.code.startswith("return x + 1 if torch.compiler.is_compiling()")


def test_globals_are_told_with_their_values_and_are_looked_at_again() -> None:
    assert sorted(told(by_globals)) == [("global", "SCALE", "3", True), ("global", "SETTINGS['mode']", "'fast'", True)]


@pytest.mark.parametrize("function", [by_variable, by_getenv, by_value])
@pytest.mark.parametrize("value", [None, "secret"])
def test_whether_a_guard_looks_at_a_variable_is_as_the_sentence_says(
    function: Any, value: str | None, monkeypatch: pytest.MonkeyPatch
) -> None:
    if value is None:
        monkeypatch.delenv("DYNEXPLAIN_TEST", raising=False)
    else:
        monkeypatch.setenv("DYNEXPLAIN_TEST", value)
    (one,) = decided(function)
    assert (one.kind, one.name, one.value) == ("environment", "DYNEXPLAIN_TEST", "")
    assert "secret" not in one.text
    compiled = torch.compile(function, backend="eager")
    before = compiled(X)
    monkeypatch.setenv("DYNEXPLAIN_TEST", "other" if value is None else "")
    assert torch.equal(compiled(X), before) is not one.guarded


def test_a_function_that_is_asked_once_is_told_with_its_answer() -> None:
    assert told(by_device) == [("answer", "torch.cuda.is_available", repr(torch.cuda.is_available()), False)]
    (one,) = decided(by_promise)
    assert (one.kind, one.value, one.guarded) == ("answer", "7", False)
    assert one.name.endswith("version")


@pytest.mark.filterwarnings("ignore:Dynamo does not know how to trace the builtin")
def test_what_python_gave_at_a_break_is_a_constant_behind_it() -> None:
    (one,) = decided(by_time)
    assert (one.kind, one.location.code) == ("break", "now = time.time()")
    assert float(one.value) > 0


def test_the_global_state_has_a_guard_and_is_not_told() -> None:
    assert told(by_grad_mode) == []


def test_what_a_library_asks_is_not_told() -> None:
    assert explain(torch.nn.TransformerEncoderLayer(8, 2))(torch.ones(1, 2, 8)).report.decided == ()


def test_a_function_that_reads_nothing_decides_nothing() -> None:
    assert told(lambda x: x.sin() + len([1, 2])) == []
