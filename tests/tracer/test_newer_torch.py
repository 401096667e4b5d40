"""A torch in which what taps are on has become something else: programs run as ever, and reports say what they lack."""

from __future__ import annotations

import functools
import importlib
import inspect
from typing import Any

import pytest
import torch

from dynexplain import explain, watch
from dynexplain.tracer.session import TAPS
from dynexplain.tracer.tap import Tap


def owner_of(tap: Tap) -> tuple[Any, str]:
    module, _, path = tap.target.partition(":")
    *owners, name = path.split(".")
    return functools.reduce(getattr, owners, importlib.import_module(module)), name


def breaks(x: torch.Tensor, n: int) -> torch.Tensor:
    y = x + n
    torch._dynamo.graph_break()
    return y * 2


def skips(x: torch.Tensor) -> torch.Tensor:
    for _ in range(2):
        x = x + 1
        print(end="")
    return x


def run() -> list[list[float]]:
    torch._dynamo.reset()
    step = torch.compile(breaks, backend="eager")
    return [step(torch.ones(2), n).tolist() for n in (1, 2, 3)] + [
        torch.compile(skips, backend="eager")(torch.ones(2)).tolist()
    ]


def both(expected: list[list[float]]) -> set[str]:
    """Watch and explain; the results must be as ever. Gives the signals that the reports say are missing."""
    with watch() as session:
        assert run() == expected
    out = explain(breaks)(torch.ones(2), 1)
    assert out.result.tolist() == expected[0]
    return {note.signal for note in (*session.explain_output().report.notes, *out.report.notes)}


@pytest.fixture(scope="module")
def expected() -> list[list[float]]:
    return run()


every_tap = pytest.mark.parametrize("tap", TAPS, ids=lambda tap: tap.signal)
pytestmark = pytest.mark.usefixtures("untouched")


SIGNALS = {tap.signal for tap in TAPS}


def test_names_that_are_gone_cost_their_signals(expected: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    for tap in TAPS:
        monkeypatch.setattr(tap, "target", f"{tap.target}_of_old")
    assert both(expected) >= SIGNALS


def test_parameters_that_are_gone_cost_their_signals(expected: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    for tap in TAPS:
        monkeypatch.setattr(tap, "needs", (*tap.needs, "moon_phase"))
        monkeypatch.setattr(tap, "signature", None)
    assert both(expected) >= SIGNALS


@pytest.mark.parametrize("target", ["builtins:print", "builtins:int.bit_count", "math:pi", "builtins:int.real"])
def test_what_is_no_function_any_more_costs_its_signal(
    target: str, expected: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    for tap in TAPS:
        monkeypatch.setattr(tap, "target", target)
        monkeypatch.setattr(tap, "signature", None)
        monkeypatch.setattr(tap, "needs", ("tx",))
    assert both(expected) >= SIGNALS


class Newer:
    """A function of torch's with one parameter more, and a caller that passes it."""

    def __init__(self, tap: Tap, kind: str) -> None:
        self.owner, self.name = owner_of(tap)
        self.original = original = inspect.getattr_static(self.owner, self.name)
        own = list(inspect.signature(original).parameters.values())
        ends = [position for position, one in enumerate(own) if one.kind in (one.VAR_POSITIONAL, one.VAR_KEYWORD)]
        place = int(inspect.isclass(self.owner)) if kind == "first" else min([*ends, len(own)])
        is_keyword = kind == "keyword" or any(one.kind is one.KEYWORD_ONLY for one in own[:place])
        if is_keyword:
            place = len(own) - any(one.kind is one.VAR_KEYWORD for one in own)
        kinds = inspect.Parameter.KEYWORD_ONLY, inspect.Parameter.POSITIONAL_OR_KEYWORD
        added = inspect.Parameter(
            "added", kinds[not is_keyword], default=0 if kind == "last" else inspect.Parameter.empty
        )

        def newer(*args: Any, **kwargs: Any) -> Any:
            kwargs.pop("added", None)
            return original(*(args[:place] + args[place + 1 :] if kind == "first" else args), **kwargs)

        def caller(*args: Any, **kwargs: Any) -> Any:
            given = (*args[:place], 0, *args[place:]) if kind == "first" else args
            return vars(self.owner)[f"{self.name}_newer"](*given, **kwargs, **({"added": 0} if is_keyword else {}))

        newer.__signature__ = inspect.Signature([*own[:place], added, *own[place:]])  # type: ignore[attr-defined]
        self.newer, self.caller = newer, caller


@pytest.mark.parametrize("kind", ["first", "last", "keyword"])
def test_a_parameter_that_is_added_does_no_harm(kind: str, expected: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    for tap in TAPS:
        newer = Newer(tap, kind)
        monkeypatch.setattr(newer.owner, f"{newer.name}_newer", newer.newer, raising=False)
        monkeypatch.setattr(newer.owner, newer.name, newer.caller)
        monkeypatch.setattr(tap, "target", f"{tap.target}_newer")
        monkeypatch.setattr(tap, "signature", None)
    assert both(expected) == set()


@every_tap
def test_a_listener_that_fails_costs_its_signal(tap: Tap, expected: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    called = []

    def fails(*args: Any, **kwargs: Any) -> Any:
        called.append(1)
        raise MemoryError

    monkeypatch.setattr(tap, "before", fails)
    assert (tap.signal in both(expected)) == bool(called)


def test_results_of_another_kind_do_no_harm(expected: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    def changed(heard: Any) -> Any:
        def after(state: Any, result: Any, error: BaseException | None) -> Any:
            heard(state, object() if error is None else result, error)
            return result

        return after

    for tap in TAPS:
        if tap.after is not None:
            monkeypatch.setattr(tap, "after", changed(tap.after))
    assert both(expected) >= {"compilations", "recompiles"}
