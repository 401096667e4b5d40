"""Taps: what is missing costs one signal; what others put on top stays."""

from __future__ import annotations

from typing import Any

import pytest
import torch
from torch._dynamo import convert_frame

from dynexplain import explain, watch
from dynexplain.tracer.session import TAPS
from dynexplain.tracer.tap import Tap


def passing(original: Any) -> Any:
    return lambda *args, **kwargs: original(*args, **kwargs)


def counting(original: Any, calls: list[int]) -> Any:
    def anything(*args: Any, **kwargs: Any) -> Any:
        calls.append(1)
        return original(*args, **kwargs)

    return anything


def chatty(x: Any) -> Any:
    y = x + 1
    print("between")
    return y * 2


@pytest.mark.parametrize(
    ("target", "told"),
    [
        ("torch._dynamo.no_such_module:f", "No module named"),
        ("torch._dynamo.convert_frame:no_such_function", "no_such_function"),
        ("torch._dynamo.convert_frame:NoSuchClass.method", "NoSuchClass"),
        ("torch._dynamo.convert_frame:_compile", "no parameter moon_phase"),
    ],
)
def test_a_target_that_is_gone_or_has_changed_is_told(target: str, told: str) -> None:
    assert told in Tap("moons", target, ("moon_phase",), passing).install()


@pytest.mark.parametrize("tap", TAPS, ids=lambda tap: tap.signal)
def test_without_any_one_signal_the_call_still_works_and_the_report_says_what_is_missing(
    tap: Tap, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(tap, "target", tap.target + "_of_another_release")
    out = explain(chatty)(torch.ones(3))
    assert torch.equal(out.result, torch.full((3,), 4.0))
    assert any(note.signal == tap.signal and "cannot be observed" in note.text for note in out.report.notes)
    assert str(out)


def test_a_replacement_of_somebody_else_on_top_of_ours_stays() -> None:
    original = convert_frame.trace_frame
    tap = next(tap for tap in TAPS if tap.target.endswith(":trace_frame"))
    assert tap.install() == ""
    ours = convert_frame.trace_frame
    theirs = passing(ours)
    try:
        convert_frame.trace_frame = theirs
        tap.remove()
        assert convert_frame.trace_frame is theirs
        assert torch.equal(torch.compile(chatty, backend="eager")(torch.ones(3)), torch.full((3,), 4.0))
    finally:
        convert_frame.trace_frame = original


def test_a_fault_in_a_tap_costs_its_signal_and_not_the_call(monkeypatch: pytest.MonkeyPatch) -> None:
    def broken(*_: Any) -> Any:
        raise ZeroDivisionError("ours")

    monkeypatch.setattr("dynexplain.tracer.taps.graphs.describe", broken)
    out = explain(chatty)(torch.ones(3))
    assert torch.equal(out.result, torch.full((3,), 4.0))
    assert any("failed to read it (ZeroDivisionError: ours)" in note.text for note in out.report.notes)


def test_a_wrapper_that_a_program_puts_around_and_leaves_there_is_seen_through_once() -> None:
    private: Any = convert_frame
    calls: list[int] = []
    own = private._compile
    try:
        for number in range(3):
            torch._dynamo.reset()
            with watch() as session:
                if number == 0:
                    private._compile = theirs = counting(private._compile, calls)
                torch.compile(lambda x: x + 1, backend="eager")(torch.ones(3))
            report = session.explain_output().report
            assert len(report.compilations) == 1
            assert report.notes == ()
        assert private._compile is theirs
        assert len(calls) == 3
    finally:
        private._compile = own
