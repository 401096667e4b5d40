"""Other frame evaluators above and below."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from dynexplain import hook

from .from_c import OtherEvaluator
from .watching import rows, story, watch


def leaf() -> None:
    pass


@pytest.fixture
def other(other_evaluator: OtherEvaluator) -> Iterator[OtherEvaluator]:
    yield other_evaluator
    hook.stop()
    leaf()  # the first frame that comes through it takes a stopped hook out


def test_it_calls_the_evaluator_that_was_there_before(other: OtherEvaluator) -> None:
    other.put_on()
    before = other.frames_seen()
    recorded = watch(leaf)
    seen = other.frames_seen() - before
    other.take_off()
    assert ("leaf", 0, "RETURNED") in story(recorded)
    assert seen > 0


def test_it_is_called_by_an_evaluator_that_comes_later(other: OtherEvaluator) -> None:
    hook.start()
    other.put_on()
    leaf()
    other.take_off()
    assert hook.current_evaluator() == hook.own_evaluator()
    hook.stop()
    assert ("leaf", 0, "RETURNED") in story(rows(hook.records()))


def test_stopped_below_another_it_passes_through_and_leaves_when_it_is_on_top_again(other: OtherEvaluator) -> None:
    before = hook.current_evaluator()
    hook.start()
    other.put_on()
    above = hook.current_evaluator()
    hook.stop()
    assert hook.current_evaluator() == above
    leaf()
    assert "leaf" not in [row.name for row in rows(hook.records())]
    other.take_off()
    assert hook.current_evaluator() in {hook.own_evaluator(), before}
    leaf()
    assert hook.current_evaluator() == before


def test_started_again_below_another_it_goes_on_there(other: OtherEvaluator) -> None:
    before = hook.current_evaluator()
    hook.start()
    other.put_on()
    above = hook.current_evaluator()
    hook.stop()
    hook.start()
    assert hook.current_evaluator() == above
    leaf()
    hook.stop()
    other.take_off()
    leaf()
    assert [row.name for row in rows(hook.records())].count("leaf") == 1
    assert hook.current_evaluator() == before


def test_thrown_out_by_another_it_is_installed_again_by_the_next_start(other: OtherEvaluator) -> None:
    before = hook.current_evaluator()
    other.put_on()
    hook.start()
    other.take_off()  # as Dynamo does, without looking who is on top
    assert hook.current_evaluator() == before
    hook.stop()
    hook.start()
    leaf()
    hook.stop()
    assert hook.current_evaluator() == before
    assert ("leaf", 0, "RETURNED") in story(rows(hook.records()))


def test_started_while_an_unrelated_evaluator_is_on_top(other: OtherEvaluator) -> None:
    before = hook.current_evaluator()
    watch(leaf)
    other.put_on()
    above = hook.current_evaluator()
    recorded = watch(leaf)
    assert hook.current_evaluator() == above
    other.take_off()
    assert hook.current_evaluator() == before
    assert [row.name for row in recorded].count("leaf") == 1


def test_an_evaluator_put_on_and_taken_off_inside_a_watched_frame(other: OtherEvaluator) -> None:
    def wraps() -> None:
        other.put_on()
        leaf()
        other.take_off()
        leaf()

    recorded = [row for row in story(watch(wraps)) if row[0] in {"wraps", "leaf"}]
    assert recorded == [("wraps", 0, "RETURNED"), ("leaf", 1, "RETURNED"), ("leaf", 1, "RETURNED")]


def test_a_failing_probe_starts_nothing(other: OtherEvaluator) -> None:
    from dynexplain.hook import _hook

    def interrupted() -> None:
        raise KeyboardInterrupt

    watch(leaf)
    other.put_on()
    try:
        with pytest.raises(KeyboardInterrupt):
            _hook.start(10, interrupted, 0)
        assert not hook.running()
    finally:
        other.take_off()


def test_an_evaluator_that_puts_itself_on_top_again_makes_no_circle(other: OtherEvaluator) -> None:
    before = hook.current_evaluator()
    other.put_on()
    hook.start()
    other.put_on()
    leaf()
    leaf()
    hook.stop()
    other.take_off()
    leaf()
    assert [row for row in story(rows(hook.records())) if row[0] == "leaf"] == [("leaf", 0, "RETURNED")] * 2
    assert hook.current_evaluator() == before


def test_an_evaluator_that_is_said_to_return_is_not_called_and_is_put_back(other: OtherEvaluator) -> None:
    other.put_on()
    address = hook.current_evaluator()
    hook.start(returning=address)
    before = other.frames_seen()
    leaf()
    assert other.frames_seen() == before
    hook.stop()
    assert hook.current_evaluator() == address
    other._below = 0
    hook.start(returning=address)
    other.put_on()
    leaf()
    assert other.frames_seen() > before
    other.take_off()
    hook.stop()
    other._set(other._interpreter, 0)
    assert ("leaf", 0, "RETURNED") in story(rows(hook.records()))
