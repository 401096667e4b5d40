"""What torch writes about stacks is what it writes without a session: its own tests compare it."""

from __future__ import annotations

import contextlib
import inspect
import logging
import sys
import traceback
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
import torch

import dynexplain
from dynexplain import hook, watch
from dynexplain.tracer.switchboard import open_sessions


class Records(logging.Handler):
    def __init__(self) -> None:
        super().__init__(logging.DEBUG)
        self.messages: list[str] = []

    def emit(self, record: logging.LogRecord) -> None:
        text = record.getMessage()
        if "stack (elided" in text:
            self.messages.append(text)


@pytest.fixture
def logged() -> Iterator[list[str]]:
    """What Dynamo logs about the stacks above its conversions."""
    logger = logging.getLogger("torch._dynamo.convert_frame")
    records, level = Records(), logger.level
    logger.addHandler(records)
    logger.setLevel(logging.DEBUG)
    try:
        yield records.messages
    finally:
        logger.removeHandler(records)
        logger.setLevel(level)


def chatty(x: Any) -> Any:
    y = x.sin()
    print("between")
    return y * 2


def both(call: Any) -> list[Any]:
    """The results of a call without a session and in one, made from the same line."""
    results = []
    for session in (contextlib.nullcontext(), watch()):
        torch._dynamo.reset()
        with session:
            results.append(call())
    return results


@pytest.mark.skipif(not hook.available(), reason="without the compiled part there are frames of ours")
def test_the_stack_above_a_conversion(logged: list[str]) -> None:
    counts = both(lambda: (torch.compile(chatty, backend="eager")(torch.ones(3)), len(logged))[1])
    plain, watched = logged[: counts[0]], logged[counts[0] :]
    assert plain
    assert plain == watched


def test_what_a_backend_sees_above_it() -> None:
    seen: list[list[tuple[str, str]]] = []

    def backend(gm: Any, inputs: Any) -> Any:
        seen.append([(frame.filename, frame.name) for frame in traceback.extract_stack()])

        def run(*args: Any) -> Any:
            seen.append([(frame.filename, frame.name) for frame in traceback.extract_stack()])
            return gm.forward(*args)

        return run

    counts = both(lambda: (torch.compile(chatty, backend=backend)(torch.ones(3)), len(seen))[1])
    assert not open_sessions()
    plain, watched = seen[: counts[0]], seen[counts[0] :]
    assert len(plain) == 4
    if hook.available():
        assert plain == watched


@pytest.mark.parametrize("name", ["settrace", "setprofile"])
@pytest.mark.skipif(not hook.available(), reason="without the compiled part there are frames of ours")
def test_what_a_debugger_or_a_profiler_is_told(name: str) -> None:
    def call() -> list[tuple[str, str]]:
        entered: list[tuple[str, str]] = []

        def follow(frame: Any, event: str, arg: Any) -> None:
            if event == "call":
                entered.append((frame.f_code.co_filename, frame.f_code.co_qualname))

        compiled = torch.compile(chatty, backend="eager")
        getattr(sys, name)(follow)
        try:
            compiled(torch.ones(3))
        finally:
            getattr(sys, name)(None)
        return entered

    alone, watched = both(call)
    ours = str(Path(dynexplain.__file__).parent)
    assert len(alone) > 100
    assert [place for place in watched if place[0].startswith(ours)] == []


def plain(gm: Any, inputs: Any) -> Any:
    return gm.forward


def a_module(gm: Any, inputs: Any) -> Any:
    return gm


def disabled(gm: Any, inputs: Any) -> Any:
    return torch._dynamo.disable(lambda *args: gm.forward(*args))


class Carrier:
    def __init__(self, run: Any) -> None:
        self.run, self.mark = run, "mine"

    def __call__(self, *args: Any) -> Any:
        return self.run(*args)


def an_object(gm: Any, inputs: Any) -> Any:
    return Carrier(gm.forward)


@pytest.mark.filterwarnings("ignore:Using `torch.compile.module.` when there are global hooks")
@pytest.mark.parametrize("backend", [plain, a_module, disabled, an_object])
def test_what_the_backend_returns_is_found_and_called_as_without_us(backend: Any) -> None:
    called: list[str] = []
    space = {"torch": torch}
    exec("def f(x):\n    return x.sin() + 1", space)

    def call() -> Any:
        called.clear()
        compiled = torch.compile(space["f"], backend=backend)
        hook = torch.nn.modules.module.register_module_forward_hook(
            lambda module, *_: called.append(type(module).__name__)
        )
        try:
            for _ in range(2):
                compiled(torch.ones(3))
        finally:
            hook.remove()
        name = next(name for name in reversed(space) if name.startswith("__compiled_fn"))
        found: Any = space[name]
        return (
            list(called),
            type(found),
            getattr(found, "__qualname__", ""),
            getattr(found, "mark", ""),
            type(inspect.unwrap(found)),
        )

    first, second = both(call)
    assert first == second


@pytest.mark.parametrize("backend", [plain, a_module, disabled, an_object])
def test_runs_are_noted_whatever_the_backend_returns(backend: Any) -> None:
    with watch() as session:
        compiled = torch.compile(lambda x: x.sin() + 1, backend=backend)
        for _ in range(2):
            compiled(torch.ones(3))
    report = session.explain_output().report
    assert [graph.runs for graph in report.graphs] == [2]
    assert report.notes == ()
