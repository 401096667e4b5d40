"""Modules that are compiled already are explained as what they are: with their hooks, and afresh."""

from __future__ import annotations

from collections.abc import Callable

import pytest
import torch
from torch import nn

from dynexplain import explain, optimize


class Hooked(nn.Module):
    """A layer whose hook is a graph of its own."""

    def __init__(self) -> None:
        super().__init__()
        self.layer = nn.Linear(4, 4)
        self.register_forward_hook(lambda module, args, output: output * 2)

    def forward(self, x: torch.Tensor) -> torch.Tensor:
        return self.layer(x).relu()


def in_place(module: nn.Module) -> nn.Module:
    module.compile(backend="eager")
    return module


def wrapped(module: nn.Module) -> nn.Module:
    return torch.compile(module, backend="eager")


@pytest.mark.parametrize("used", [False, True], ids=["new", "used"])
@pytest.mark.parametrize("compiled", [in_place, wrapped])
def test_a_compiled_module_is_explained_like_the_module(compiled: Callable[[nn.Module], nn.Module], used: bool) -> None:
    module = Hooked()
    x = torch.ones(2, 4)
    expected = explain(Hooked())(x).report
    want = module(x)
    model = compiled(module)
    if used:
        model(x)
    out = explain(model)(x)
    assert torch.equal(out.result, want)
    assert out.report.summary.verdict == expected.summary.verdict
    assert [graph.op_count for graph in out.report.graphs] == [graph.op_count for graph in expected.graphs] == [2, 1]
    assert (out.report.subject.name, out.report.subject.kind) == ("Hooked", "module")
    assert out.would_recompile(torch.ones(3, 4)).recompiles
    assert torch.equal(model(x), want)


@pytest.mark.parametrize("door", [lambda f: lambda x: explain(f)(x).result, optimize("eager")])
def test_hooks_on_the_compiled_wrapper_run_too(door: Callable[[nn.Module], Callable[..., torch.Tensor]]) -> None:
    model = wrapped(Hooked())
    model.register_forward_hook(lambda module, args, output: output + 100)
    x = torch.ones(2, 4)
    assert torch.equal(door(model)(x), model(x))


def test_a_module_compiled_in_place_stays_compiled() -> None:
    model = in_place(Hooked())
    before = model._compiled_call_impl
    explain(model)(torch.ones(2, 4))
    assert model._compiled_call_impl is before
