"""What a function is given behind a wrapper with ``*args`` is called as the user calls it, in every view."""

from __future__ import annotations

import functools
from typing import Any

import torch

from dynexplain import ExplainOutput, explain, optimize


def passing(function: Any) -> Any:
    @functools.wraps(function)
    def wrapper(*args: Any, **kwargs: Any) -> Any:
        return function(*args, **kwargs)

    return wrapper


class Inner(torch.nn.Module):
    def __init__(self) -> None:
        super().__init__()
        self.fc = torch.nn.Linear(4, 4)

    @passing
    def forward(self, x: Any, *, scale: Any) -> Any:
        return self.fc(x) * scale


class Net(torch.nn.Module):
    def __init__(self) -> None:
        super().__init__()
        self.model = Inner()

    @passing
    def forward(self, x: Any, rows: Any) -> Any:
        return self.model(x, scale=rows[0])


@passing
def plus(x: Any, y: Any) -> Any:
    return x + y


X, Y, Z = torch.ones(2, 4), torch.zeros(2, 4), torch.full((2, 4), 2.0)


def inputs(output: ExplainOutput) -> list[str]:
    (graph,) = output.report.graphs
    nodes = graph.nodes
    return [
        nodes.strings[target]
        for role, target in zip(nodes.role, nodes.target, strict=True)
        if nodes.strings[role] in ("input", "parameter")
    ]


def test_inputs_and_modules_have_the_names_of_the_function_that_was_called() -> None:
    output = explain(Net())(X, [Y])
    assert inputs(output) == ["model.fc.weight", "model.fc.bias", "x", "rows[0]"]
    names = {source.name for tree in output.report.guards for source in tree.sources}
    assert {"self", "self.model.fc.weight", "x", "rows[0]"} <= names
    assert "fc: linear" in output.to_dot()
    for text in (str(output), output.to_dot()):
        assert "args.0" not in text
        assert "args[" not in text
    assert "most are on `self` (" in str(output)


def test_keyword_arguments_too() -> None:
    output = explain(Inner())(X, scale=Y)
    assert inputs(output) == ["fc.weight", "fc.bias", "x", "scale"]


def test_a_recompile_is_told_in_the_same_names() -> None:
    compiled = optimize("eager")(plus)
    compiled(X, 1)
    compiled(X, 2)
    (again,) = compiled.explain_output().report.recompiles
    assert again.text.startswith("`plus` was compiled again: `y` was 1")


def test_a_wrapper_that_is_not_known_to_pass_them_keeps_its_own_names() -> None:
    def local(x: Any, y: Any) -> Any:
        return x + y

    class Local(torch.nn.Module):
        def forward(*args: Any) -> Any:
            return args[1] + args[2][0]

    assert inputs(explain(passing(local))(X, Y)) == ["args[0]", "args[1]"]
    assert inputs(explain(Local())(X, [Y])) == ["args[1]", "args[2][0]"]


def test_arguments_that_the_wrapper_names_itself_are_counted() -> None:
    assert inputs(explain(shifted)(X, Y, Z)) == ["first", "b", "c"]


def _shifting(function: Any) -> Any:
    @functools.wraps(function)
    def wrapper(first: Any, *rest: Any) -> Any:
        return function(first, *rest)

    return wrapper


@_shifting
def shifted(a: Any, b: Any, c: Any) -> Any:
    return a + b + c
