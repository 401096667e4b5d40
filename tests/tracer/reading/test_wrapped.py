"""Decorated functions go by what a person calls them, and only where that is certain."""

from __future__ import annotations

import contextlib
import functools
from types import CodeType
from typing import Any

import torch

from dynexplain import explain, optimize
from dynexplain.tracer.reading.wrapped import wrapped_by


def noted(function: Any) -> Any:
    @functools.wraps(function)
    def wrapper(*args: Any, **kwargs: Any) -> Any:
        return function(*args, **kwargs) * 2

    return wrapper


def loud(function: Any) -> Any:
    @functools.wraps(function)
    def wrapper(*args: Any, **kwargs: Any) -> Any:
        result = function(*args, **kwargs) * 2
        print("between")
        return result + 1

    return wrapper


def silent(function: Any) -> Any:
    def wrapper(x: Any) -> Any:
        return function(x) * 2

    return wrapper


@noted
def double(x: Any) -> Any:
    return x.sin()


@noted
@noted
def quadruple(x: Any) -> Any:
    return x.cos()


@loud
def announced(x: Any) -> Any:
    return x.cos()


@silent
def unnamed(x: Any) -> Any:
    return x.cos()


class Net(torch.nn.Module):
    @noted
    def forward(self, x: Any) -> Any:
        return x.relu()


X = torch.ones(3)


def names(function: Any) -> list[str]:
    report = explain(function)(X).report
    assert [graph.function.rpartition(".<locals>.")[2] for graph in report.graphs] == [
        compilation.function for compilation in report.compilations if compilation.graphs
    ]
    return [compilation.function for compilation in report.compilations]


def test_a_decorated_function_goes_by_its_own_name() -> None:
    assert names(double) == ["double"]
    assert names(quadruple) == ["quadruple"]


def test_a_decorated_forward_goes_by_its_class() -> None:
    report = explain(Net())(X).report
    assert [compilation.function for compilation in report.compilations] == ["Net.forward"]
    assert "Net.forward" in [code.name for code in report.codes if code.kind == "compiled"]


def test_the_rest_of_a_wrapper_after_a_break_goes_by_that_name_too() -> None:
    assert names(announced) == ["announced", "announced"]


def test_without_functools_wraps_nothing_is_guessed() -> None:
    assert names(unnamed) == ["wrapper"]


def test_a_function_that_is_not_found_under_its_name_is_not_guessed() -> None:
    @noted
    def local(x: Any) -> Any:
        return x.sin()

    assert names(local) == ["wrapper"]


def test_another_function_of_that_name_is_not_taken_for_it(monkeypatch: Any) -> None:
    decorated = double
    monkeypatch.setitem(globals(), "double", quadruple)
    assert names(decorated) == ["wrapper"]


def test_nothing_of_the_program_runs_to_find_a_name() -> None:
    class Loud(type):
        def __getattribute__(cls, name: str) -> Any:
            raise AssertionError(f"{name} was asked for")

    class Curious(metaclass=Loud):
        def method(self) -> None: ...

    method = type.__getattribute__(Curious, "__dict__")["method"]
    method.__qualname__ = "Curious.method"
    globals()["Curious"] = Curious
    try:
        assert wrapped_by(closing_over(method), {"function": method}) is None
        method.__module__ = None
        assert wrapped_by(closing_over(method), {"function": method}) is None
    finally:
        del globals()["Curious"]


def closing_over(function: Any) -> CodeType:
    def wrapper() -> Any:
        return function()

    return wrapper.__code__


class Adder:
    def __init__(self, k: int) -> None:
        self.k = k

    def __call__(self, x: Any, y: Any) -> Any:
        return x * self.k + y


def add(x: Any, y: Any) -> Any:
    return x + y


def test_objects_that_are_called_and_partial_functions_go_by_their_code() -> None:
    x, y = torch.ones(2), torch.ones(2)
    for function, first, second, name, changed in (
        (Adder(2), (x, y), (x, y.double()), "Adder.__call__", "`y` was float32"),
        (functools.partial(Adder(2), x), (y,), (y.double(),), "Adder.__call__", "`y` was float32"),
        (functools.partial(add, y=y), (x,), (x.double(),), "add", "`x` was float32"),
        (functools.partial(add, x), (x,), (y,), "add", "`x` and `y` were the same object"),
        (functools.partial(torch.add, alpha=2), (x, y), (x, y.double()), "add", "`args[1]` was float32"),
        (torch.nn.Linear(2, 2).forward, (x,), (x[None],), "Linear.forward", "`input` had 1 dimension"),
    ):
        torch._dynamo.reset()
        context = optimize("eager")
        compiled = context(function)
        compiled(*first)
        with contextlib.suppress(RuntimeError):
            compiled(*second)
        report = context.explain_output().report
        assert {graph.function for graph in report.graphs} == {name}
        assert report.recompiles[0].text.startswith(f"`{name}` was compiled again: {changed}")


def test_an_object_keeps_its_attributes_when_it_is_called() -> None:
    context = optimize("eager")
    adder = Adder(2)
    compiled = context(adder)
    compiled(torch.ones(2), torch.zeros(2))
    adder.k = 3
    compiled(torch.ones(2), torch.zeros(2))
    (again,) = context.explain_output().report.recompiles
    assert "`self.k` was 2, now it is 3" in again.text


def test_what_torch_itself_has_and_dynamo_gives_up_goes_by_its_name() -> None:
    report = explain(torch.nn.LSTM(2, 2))(torch.ones(1, 1, 2)).report
    assert report.summary.verdict == "1 graph break made all of `LSTM` run eagerly."
    assert [skip.function for skip in report.skips] == ["LSTM.forward"]
