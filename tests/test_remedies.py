"""The examples of a fix are true: what is shown as "before" breaks with that kind, and "after" does not break."""

from __future__ import annotations

import contextlib
import functools
import io
import linecache
import sys
import textwrap
import types
import warnings
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
import torch

from dynexplain import explain, watch
from dynexplain.model.advice import kinds
from dynexplain.model.advice.advised import advice, situation_of
from dynexplain.model.advice.kind import Kind
from dynexplain.model.breaks import registry
from dynexplain.model.report import Location
from support.example_world import process_group, world

EXAMPLES = {
    **{(kind.name, ""): kind.example for kind in kinds.ALL.values() if kind.example},
    **{
        (kind.name, name): told.example
        for kind in kinds.ALL.values()
        for name, told in kind.about.items()
        if told.example
    },
}
INSTEAD = {
    (kind.name, f"{getattr(other.when, '__name__', '')} {number}"): other
    for kind in kinds.ALL.values()
    for number, other in enumerate(kind.instead)
    if other.example
}
HINTED = {kind.name for kind in kinds.ALL.values() if kind.hint or any(told.hint for told in kind.about.values())}
NAMED = [kind.name for kind in kinds.ALL.values() if kind.pattern is None]
NO_ENTRY = Path(__file__).parent / "golden" / "kinds_without_entry.txt"
BORING = ("Please report an issue", "It may be possible to write Dynamo tracing rules", "This graph break is")

WITH_GRADIENTS = {
    "Tensor with grad_fn()",
    "Unsupported Tensor.backward() call",
    "Tensor.retain_grad() with AOTDispatcher",
    "using `torch.autograd.grad` with `torch._dynamo.config.trace_autograd_ops=False`",
    "Storing Tensor hook handle in globals",
    "Storing Tensor hook handle in globals (inline call)",
    "register_hook with stride-dependent code",
    "Unsupported torch._C._ImperativeEngine.queue_callback()",
    "AutogradFunctionContextVariable escaped Dynamo-traced region",
    "autograd.Function.apply: non-function or method forward",
}
COMPILED_WITHIN = {"Unsupported functorch tracing attempt", "FSDP with use_orig_params=False"}
"""The example calls `torch.compile` itself, and is watched."""
AROUND: dict[str, Callable[[], Any]] = {
    "Encountered non-PT2-compliant op": lambda: torch._dynamo.config.patch(only_allow_pt2_compliant_ops=True),
    "FSDP with use_orig_params=False": process_group,
}
"""What has to be there for a kind to occur at all."""


def report_on(text: str, name: str, kind: str) -> Any:
    """Make a function of an example, call it, and tell what happened, also if the call raised."""
    source = text if "def f(x):" in text else f"def f(x):\n{textwrap.indent(text, '    ')}"
    file = f"<{name}>"
    linecache.cache[file] = (len(source), None, source.splitlines(keepends=True), file)
    module = types.ModuleType(name)
    x = torch.tensor([1.0, -2.0, 3.0], requires_grad=kind in WITH_GRADIENTS)
    with (
        warnings.catch_warnings(action="ignore"),
        world() as names,
        pytest.MonkeyPatch.context() as patch,
        AROUND.get(kind, contextlib.nullcontext)(),
        contextlib.redirect_stdout(io.StringIO()),
    ):
        patch.setattr(torch, "compile", functools.partial(torch.compile, backend="aot_eager"))  # needs no compiler
        patch.setitem(sys.modules, name, module)
        patch.setitem(sys.modules, "settings", names["settings"])
        module.__dict__.update(names)
        exec(compile(source, file, "exec"), module.__dict__)
        torch._dynamo.reset()
        try:
            if kind not in COMPILED_WITHIN:
                return explain(module.f)(x).report
            with watch() as session:
                module.f(x)
            return session.explain_output().report
        except Exception as error:  # noqa: BLE001  what it says until then is what is tested
            return error.explain_output.report  # type: ignore[attr-defined]


@pytest.mark.parametrize(("kind", "name"), [*EXAMPLES, *INSTEAD], ids=lambda part: part[:60])
def test_before_breaks_and_after_does_not(kind: str, name: str, tmp_path: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    (tmp_path / "scale.txt").write_text("2")
    other = INSTEAD.get((kind, name))
    example = other.example if other is not None else EXAMPLES[kind, name]
    assert example is not None
    before = report_on(example.before, "before", kind)
    causes = [cause for cause in before.causes if cause.gb_type == kind]
    assert causes, [cause.gb_type for cause in before.causes]
    assert causes[0].example == example
    assert [hint for hint in causes[0].hints if not hint.startswith(BORING)]
    ours = other.hints[0] if other is not None else kinds.find(kind).hint_for(name) or "{0}"
    assert "{0}" in ours or ours in causes[0].hints
    after = report_on(example.after, "after", kind)
    assert after.outcome.status == "ok"
    assert [event.reason for event in after.breaks] == []
    assert after.graphs
    assert max(text.count("\n") for text in (example.before, example.after)) < 7


@pytest.mark.parametrize("kind", sorted(NAMED))
def test_a_remedy_is_for_a_kind_that_exists(kind: str) -> None:
    assert registry.identify(kind)[0] or kind in ("TorchRuntimeError", "UserError")


def test_where_torch_gives_no_hint_ours_does_for_the_kinds_that_users_meet() -> None:
    entries = registry.entries()
    bare = {kind for kind, entry in entries.items() if not entry.hints}
    helped = HINTED & {kind for kind, _ in EXAMPLES}
    # Of a torch that has learned to give hints itself, fewer are left.
    assert len(bare & helped) >= min(30, len(bare) // 3), sorted(bare - helped)
    useless = {kind for kind, entry in entries.items() if all(hint.startswith(BORING) for hint in entry.hints)}
    assert len(useless & HINTED) >= min(60, len(useless) // 3)
    assert len({kind for kind, _ in EXAMPLES}) >= 40


def hints(kind: str, context: str, torchs: tuple[str, ...], file: str = "train.py") -> tuple[str, ...]:
    place = Location(file=file, line=1, function="f", label=file, user=file == "train.py")
    return advice(replace(situation_of(kind, context, torchs), location=place)).hints


def test_which_kinds_have_no_entry_is_known() -> None:
    """Those of the installed torch; a kind that a new torch brings shows up here."""
    without = sorted(registry.entries().keys() - kinds.ALL.keys())
    new = [kind for kind in without if kind not in NO_ENTRY.read_text().splitlines()]
    assert new == [], f"give them an entry in model/advice/kinds, or list them in {NO_ENTRY}"


def test_two_entries_for_one_kind_are_refused() -> None:
    with pytest.raises(ValueError, match="two entries for the kind 'a'"):
        kinds.index([Kind("a", title="one"), Kind("b"), Kind("a", title="two")])


def test_an_entry_stands_in_one_family_only() -> None:
    assert sum(len(family.KINDS) for family in kinds.FAMILIES) == len(kinds.ALL)
    assert all(kind.title or kind.hint or kind.explanation or kind.instead for kind in kinds.ALL.values())


def test_hints_that_nobody_can_act_on_are_shown_only_where_there_is_no_other() -> None:
    report = ("Please report an issue to PyTorch if you encounter this graph break often.",)
    assert hints("traceback.tb_lasti not supported", "", report) == report
    (ours,) = hints("Unsupported method call", "call_method range() index [] {}", report)
    assert ours == "Call `index` before the compiled function, and pass what it returns."


def test_a_break_that_a_library_asks_for_is_not_the_users_to_remove() -> None:
    kind = "Call to `torch._dynamo.graph_break()`"
    assert hints(kind, "", ("Remove it.",)) == ("Remove it.",)
    (hint,) = hints(kind, "", ("Remove it.",), file="site-packages/library.py")
    assert hint.startswith("A library that you call asks for this break.")


def example(kind: str, context: str) -> Any:
    return advice(situation_of(kind, context, ())).example


def test_an_example_is_shown_only_for_what_it_is_about() -> None:
    kind = "Failed to trace builtin operator"
    assert example(kind, "builtin print [str] False") is not None
    assert example(kind, "builtin bytearray [int] False") is None
    kind = "HOP: Unsafe side effect"
    assert example(kind, "Attempted to mutate x\nHigher Order Operator: torch.cond") is not None
    assert example(kind, "Attempted to mutate x\nHigher Order Operator: torch.utils.checkpoint") is None
