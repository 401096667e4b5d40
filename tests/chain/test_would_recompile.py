"""would_recompile(): asked without running."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest
import torch

import dynexplain
from dynexplain import explain, optimize


def scaled(x: Any, factor: float = 2.0) -> Any:
    return x * factor


def test_the_same_kind_of_input_is_served() -> None:
    out = explain(scaled)(torch.ones(3))
    answer = out.would_recompile(torch.zeros(3))
    assert not answer
    assert answer.entry == out.report.compilations[0].id
    assert "serves" in str(answer)


@pytest.mark.parametrize(
    ("args", "source", "expected", "actual"),
    [
        ((torch.ones(4),), "x.size(0)", "3", "4"),
        ((torch.ones(3, dtype=torch.float64),), "x", "float32", "float64"),
        ((torch.ones(3), 3.0), "factor", "2.0", "3.0"),
    ],
)
def test_another_kind_names_the_guard_and_both_values(
    args: tuple[Any, ...], source: str, expected: str, actual: str
) -> None:
    calls: list[int] = []

    def counted(x: Any, factor: float = 2.0) -> Any:
        calls.append(1)
        return x * factor

    answer = explain(scaled)(torch.ones(3)).would_recompile(*args)
    assert answer.recompiles
    assert answer.failed is not None
    assert (answer.failed.expected, answer.failed.actual) == (expected, actual)
    assert f"`{source}` was {expected}, and would be {actual}" in answer.text
    assert answer.advice


@pytest.mark.parametrize(
    "thing",
    [torch.nn.Linear(3, 3), torch.nn.Linear(3, 3).forward, torch.nn.ReLU(), torch.sin, lambda x: x + 1],
    ids=["module", "method", "torch module", "builtin", "lambda"],
)
def test_everything_that_can_be_explained_can_be_asked_about(thing: Any) -> None:
    out = explain(thing)(torch.ones(2, 3))
    assert not out.would_recompile(torch.zeros(2, 3))
    assert out.would_recompile(torch.zeros(2, 3, dtype=torch.float64))


def test_what_a_function_closes_over_is_part_of_the_question() -> None:
    factor = torch.ones(3)
    out = explain(lambda x: x * factor)(torch.ones(3))
    assert not out.would_recompile(torch.zeros(3))


def test_the_answer_is_what_dynamo_then_does() -> None:
    context = optimize("eager")
    g = context(scaled)
    g(torch.ones(3), 2.0)
    for args in [(torch.ones(3), 2.0), (torch.ones(5), 2.0), (torch.ones(7), 2.0), (torch.ones(7), 1.5)]:
        asked = bool(context.explain_output().would_recompile(*args))
        before = len(context.explain_output().report.compilations)
        g(*args)
        assert asked == (len(context.explain_output().report.compilations) > before)


def test_wrong_arguments_are_told_as_python_tells_them() -> None:
    with pytest.raises(TypeError, match="too many positional"):
        explain(scaled)(torch.ones(3)).would_recompile(1, 2, 3)


def test_without_compiled_code_there_is_nothing_to_ask(tmp_path: Path) -> None:
    out = explain(lambda name: name)("x")
    with pytest.raises(dynexplain.NoEntriesError, match="nothing was compiled"):
        out.would_recompile("y")
    path = tmp_path / "report.json"
    explain(scaled)(torch.ones(3)).to_json(path)
    with pytest.raises(dynexplain.NoEntriesError, match="Explain the call itself"):
        dynexplain.load(path).would_recompile(torch.ones(3))


def test_at_the_recompile_limit_it_would_run_as_plain_python() -> None:
    context = dynexplain.optimize("eager")
    compiled = context(lambda x: x + 1)
    with torch._dynamo.config.patch(recompile_limit=2):
        for dtype in (torch.float32, torch.float64):
            compiled(torch.ones(3, dtype=dtype))
        answer = context.explain_output().would_recompile(torch.ones(3, dtype=torch.int32))
    assert answer
    assert "would run as plain Python, since the recompile limit is reached" in answer.text


def test_what_comes_after_a_break_is_told_to_be_another_question() -> None:
    def broken(x: torch.Tensor, n: int = 1) -> torch.Tensor:
        torch._dynamo.graph_break()
        return x + n

    answer = explain(broken)(torch.ones(3)).would_recompile(torch.ones(3), n=2)
    assert not answer
    assert "up to its first graph break" in answer.text


def test_a_variable_that_has_no_value_yet_is_no_obstacle() -> None:
    def make() -> Any:
        def inner(x: torch.Tensor, late: bool = False) -> torch.Tensor:
            return x + z if late else x + 1

        if False:
            z = 1
        return inner

    assert not explain(make())(torch.ones(3)).would_recompile(torch.ones(3))


def test_a_module_with_a_call_of_its_own_can_be_asked_about() -> None:
    class Own(torch.nn.Module):
        def forward(self, x: torch.Tensor) -> torch.Tensor:
            return x.sin()

        def __call__(self, *args: Any, **kwargs: Any) -> Any:
            return super().__call__(*args, **kwargs)

    out = explain(Own())(torch.ones(3))
    assert not out.would_recompile(torch.ones(3))
    assert out.would_recompile(torch.ones(3, dtype=torch.float64))


def test_a_block_has_no_call_to_ask_about() -> None:
    with dynexplain.watch() as session:
        torch.compile(scaled, backend="eager")(torch.ones(3))
    with pytest.raises(dynexplain.NoEntriesError, match="of a whole block or cell"):
        session.explain_output().would_recompile(torch.ones(3))


def test_guards_on_builtins_and_modules_hold_after_the_compiled_code_is_gone() -> None:
    def looped(x: torch.Tensor, n: int) -> torch.Tensor:
        for _ in range(n):
            x = torch.nn.functional.relu(x) if isinstance(x, torch.Tensor) else x
        return x

    before = set(globals())
    out = explain(looped)(torch.ones(3), 2)
    assert not out.would_recompile(torch.ones(3), 2)
    assert out.would_recompile(torch.ones(3), 3)
    assert not [name for name in set(globals()) - before if name.startswith("__builtins_dict__")]
