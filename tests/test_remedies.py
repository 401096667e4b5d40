"""The examples of a fix are true: what is shown as "before" breaks with that kind, and "after" does not break."""

from __future__ import annotations

import contextlib
import copy
import io
import linecache
import logging
import os
import textwrap
import threading
import time
import warnings
from typing import Any

import numpy as np
import pytest
import torch

from dynexplain import explain
from dynexplain.model import registry, remedies, titles
from dynexplain.model.examples import EXAMPLES

BORING = ("Please report an issue", "It may be possible to write Dynamo tracing rules", "This graph break is")


@contextlib.contextmanager
def scope() -> Any:
    yield


class Scale:
    factor = 2


def world() -> dict[str, Any]:
    """What the examples use beside ``x``."""
    return {
        **{module.__name__: module for module in (torch, contextlib, copy, os, time, warnings)},
        "np": np,
        "log": logging.getLogger("examples"),
        "lock": threading.Lock(),
        "sink": io.StringIO(),
        "scope": scope,
        "Scale": Scale,
        "scale": 2,
        "folder": "models",
        "w": torch.ones(3),
        "empty": torch.empty(0),
        "pairs": zip([1], [2], strict=True),
        "list_of_pairs": [(1, 2)],
        "numbers": memoryview(b"abc"),
        "list_of_numbers": [1, 2, 3],
        "generator": torch.Generator(),
        "optimizer": torch.optim.SGD([torch.ones(3, requires_grad=True)]),
    }


WITH_GRADIENTS = {
    "Tensor with grad_fn()",
    "Unsupported Tensor.backward() call",
    "Tensor.retain_grad() with AOTDispatcher",
    "using `torch.autograd.grad` with `torch._dynamo.config.trace_autograd_ops=False`",
}


def report_on(body: str, name: str, *, gradients: bool) -> Any:
    """Make a function of an example and explain a call of it."""
    source = f"def f(x):\n{textwrap.indent(body, '    ')}\n"
    file = f"<{name}>"
    linecache.cache[file] = (len(source), None, source.splitlines(keepends=True), file)
    names = world()
    exec(compile(source, file, "exec"), names)
    torch._dynamo.reset()
    with contextlib.redirect_stdout(io.StringIO()), warnings.catch_warnings():
        warnings.simplefilter("ignore")
        try:
            return explain(names["f"])(torch.tensor([1.0, -2.0, 3.0], requires_grad=gradients)).report
        except Exception as error:  # noqa: BLE001  what it says until then is what is tested
            return error.explain_output.report  # type: ignore[attr-defined]


@pytest.mark.parametrize(("kind", "name"), EXAMPLES, ids=lambda part: part[:60])
def test_before_breaks_and_after_does_not(kind: str, name: str, tmp_path: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    (tmp_path / "scale.txt").write_text("2")
    example, gradients = EXAMPLES[kind, name], kind in WITH_GRADIENTS
    before = report_on(example.before, "before", gradients=gradients)
    causes = [cause for cause in before.causes if cause.gb_type == kind]
    assert causes, [cause.gb_type for cause in before.causes]
    assert causes[0].example == example
    after = report_on(example.after, "after", gradients=gradients)
    assert after.outcome.status == "ok"
    assert [event.reason for event in after.breaks] == []
    assert after.graphs
    assert max(text.count("\n") for text in (example.before, example.after)) < 6


@pytest.mark.parametrize("kind", sorted({kind for kind, _ in [*EXAMPLES, *remedies._HINTS]} | set(titles._TITLES)))
def test_a_remedy_is_for_a_kind_that_exists(kind: str) -> None:
    assert registry.identify(kind)[0] or kind in ("TorchRuntimeError", "UserError")


def test_where_torch_has_no_hint_for_a_common_kind_there_is_one() -> None:
    entries = registry.entries()
    helped = {kind for kind, _ in remedies._HINTS}
    bare = {kind for kind in helped if all(hint.startswith(BORING) for hint in entries[kind].hints)}
    assert len(bare) >= 30
    assert len({kind for kind, _ in EXAMPLES}) >= 40


def test_hints_that_nobody_can_act_on_are_shown_only_where_there_is_no_other() -> None:
    report = ("Please report an issue to PyTorch if you encounter this graph break often.",)
    assert remedies.useful_hints("traceback.tb_lasti not supported", "", report) == report
    (ours,) = remedies.useful_hints("Unsupported method call", "call_method range() index [] {}", report)
    assert ours == "Call `index` before the compiled function, and pass what it returns."


def test_a_break_that_a_library_asks_for_is_not_the_users_to_remove() -> None:
    kind = "Call to `torch._dynamo.graph_break()`"
    assert remedies.useful_hints(kind, "", ("Remove it.",)) == ("Remove it.",)
    (hint,) = remedies.useful_hints(kind, "", ("Remove it.",), own=False)
    assert hint.startswith("A library that you call asks for this break.")


def test_an_example_is_shown_only_for_what_it_is_about() -> None:
    kind = "Failed to trace builtin operator"
    assert remedies.example(kind, "builtin print [str] False") is not None
    assert remedies.example(kind, "builtin bytearray [int] False") is None
    kind = "HOP: Unsafe side effect"
    assert remedies.example(kind, "Attempted to mutate x\nHigher Order Operator: torch.cond") is not None
    assert remedies.example(kind, "Attempted to mutate x\nHigher Order Operator: torch.utils.checkpoint") is None
