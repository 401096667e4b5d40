"""Decorated functions go by what a person calls them, and only where that is certain."""

from __future__ import annotations

import functools
from types import CodeType
from typing import Any

import torch

from dynexplain import explain
from dynexplain.tracer.wrapped import wrapped_by


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
