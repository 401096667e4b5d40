"""What a program lets go is gone as early in a session as without one."""

from __future__ import annotations

import contextlib
import gc
import weakref
from typing import Any

import pytest
import torch

from dynexplain import watch


def f(x: Any) -> Any:
    y = x.sin()
    print("between")
    return y * 2


def compiled_functions() -> list[bool]:
    """Whether what the backend returned is alive after a reset."""
    references = []

    def backend(gm: Any, inputs: Any) -> Any:
        def run(*args: Any) -> Any:
            return gm.forward(*args)

        references.append(weakref.ref(run))
        return run

    compiled = torch.compile(f, backend=backend)
    compiled(torch.ones(3))
    del compiled
    torch._dynamo.reset()
    gc.collect()
    return [reference() is not None for reference in references]


def a_module() -> list[bool]:
    net = torch.nn.Linear(3, 3)
    references = [weakref.ref(net), weakref.ref(net.weight)]
    compiled = torch.compile(net, backend="eager")
    compiled(torch.ones(3))
    del compiled, net
    gc.collect()
    return [reference() is not None for reference in references]


def a_closed_over_object() -> list[bool]:
    held: Any = torch.nn.Parameter(torch.ones(3))
    reference = weakref.ref(held)
    torch.compile(lambda x: x + held, backend="eager")(torch.ones(3))
    held = None
    gc.collect()
    return [reference() is not None]


@pytest.mark.parametrize("program", [compiled_functions, a_module, a_closed_over_object])
def test_as_early_as_without_us(program: Any) -> None:
    alive = []
    for session in (contextlib.nullcontext(), contextlib.nullcontext(), watch()):
        torch._dynamo.reset()
        with session:
            alive.append(program())
    assert alive[1] == alive[2]


def test_what_an_earlier_session_saw_compiled_is_recognised_in_a_later_one() -> None:
    compiled = torch.compile(f, backend="eager")
    with watch():
        compiled(torch.ones(3))
    with watch() as later:
        compiled(torch.ones(3))
    report = later.explain_output().report
    assert "compiled before" in report.summary.verdict
    assert report.notes == ()
