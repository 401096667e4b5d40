"""Start, pause, resume and stop, in every order and from every place."""

from __future__ import annotations

import signal
import weakref

import pytest

from dynexplain import hook
from dynexplain.errors import HookStateError

from .watching import rows, story, watch


def leaf() -> None:
    pass


def test_start_installs_and_stop_restores_the_evaluator() -> None:
    before = hook.current_evaluator()
    hook.start()
    assert hook.current_evaluator() == hook.own_evaluator() != before
    assert hook.running()
    hook.stop()
    assert hook.current_evaluator() == before
    assert not hook.running()


def test_a_second_start_is_an_error_and_leaves_the_session_alone() -> None:
    hook.start()
    with pytest.raises(HookStateError, match=r"running already.*hook\.stop"):
        hook.start()
    leaf()
    hook.stop()
    assert ("leaf", 0, "RETURNED") in story(rows(hook.records()))


def test_a_second_stop_is_harmless() -> None:
    before = hook.current_evaluator()
    watch(leaf)
    hook.stop()
    assert hook.current_evaluator() == before
    assert story(rows(hook.records())) == [("leaf", 0, "RETURNED")]


@pytest.mark.parametrize("limit", [0, -1, 2**40])
def test_a_senseless_limit_is_refused(limit: int) -> None:
    with pytest.raises(ValueError, match="between 1 and"):
        hook.start(limit=limit)
    assert not hook.running()


def test_a_limit_that_is_no_integer_is_refused() -> None:
    with pytest.raises(TypeError):
        hook.start(limit="many")  # type: ignore[arg-type]
    assert not hook.running()


def test_paused_frames_are_not_seen_and_pauses_nest() -> None:
    def pauses() -> None:
        hook.pause()
        hook.pause()
        leaf()
        hook.resume()
        leaf()
        hook.resume()
        leaf()

    assert story(watch(pauses)) == [("pauses", 0, "RETURNED"), ("leaf", 1, "RETURNED")]


def test_a_frame_that_pauses_and_never_resumes_is_ended_all_the_same() -> None:
    recorded = watch(hook_pauser)
    hook.resume()
    assert story(recorded) == [("hook_pauser", 0, "RETURNED")]


def hook_pauser() -> None:
    hook.pause()


def test_resume_without_pause_is_an_error() -> None:
    with pytest.raises(HookStateError, match="not paused in this thread"):
        hook.resume()


def test_a_pause_outlasts_a_stop_and_a_start() -> None:
    hook.start()
    hook.pause()
    hook.stop()
    hook.start()
    leaf()
    hook.resume()
    hook.stop()
    assert len(hook.records()) == 0


def test_stopped_inside_a_watched_frame_its_end_is_still_written() -> None:
    def stops() -> None:
        leaf()
        hook.stop()
        leaf()

    hook.start()
    stops()
    recorded = rows(hook.records())
    assert story(recorded) == [("stops", 0, "RETURNED"), ("leaf", 1, "RETURNED")]
    assert recorded[0].end_ns > recorded[1].end_ns


def test_forgotten_inside_watched_frames_nothing_is_written_to_freed_memory() -> None:
    def recurses(depth: int) -> None:
        if depth:
            recurses(depth - 1)
        else:
            hook.stop()
            hook.forget()

    for depth in (1, 50, 3000 // 5):
        hook.start()
        recurses(depth)
        assert len(hook.records()) == 0


def test_restarted_inside_a_watched_frame_depth_begins_anew() -> None:
    def restarts() -> None:
        hook.stop()
        hook.start()
        leaf()

    def outer() -> None:
        restarts()

    hook.start()
    outer()
    leaf()
    hook.stop()
    seen = story(rows(hook.records()))
    assert seen[0][0] in {"start", "leaf"}
    assert [row for row in seen if row[0] == "leaf"] == [("leaf", 0, "RETURNED")] * 2


def test_taken_inside_watched_frames_their_ends_are_not_seen() -> None:
    def takes() -> None:
        hook.take()
        leaf()

    hook.start()
    takes()
    hook.stop()
    assert [row for row in story(rows(hook.records())) if row[0] in {"takes", "leaf"}] == [("leaf", 0, "RETURNED")]


def test_stop_while_an_exception_is_on_its_way() -> None:
    def stops() -> None:
        try:
            raise KeyError("on purpose")
        finally:
            hook.stop()
            hook.forget()

    hook.start()
    with pytest.raises(KeyError, match="on purpose"):
        stops()


def test_code_that_runs_while_records_are_dropped_may_use_the_hook() -> None:
    meddled: list[bool] = []
    watchers: list[object] = []

    def meddles(_: object) -> None:
        hook.stop()
        hook.start()
        hook.forget()
        hook.stop()
        meddled.append(True)

    def calls_what_only_the_records_keep() -> None:
        names: dict[str, object] = {}
        exec("def gone(): pass", names)
        function = names.pop("gone")
        function()  # type: ignore[operator]
        watchers.append(weakref.ref(function.__code__, meddles))  # type: ignore[attr-defined]

    for drop in (hook.forget, hook.take, hook.start):
        hook.start()
        calls_what_only_the_records_keep()
        if drop is not hook.take:
            hook.stop()
        drop()
        hook.stop()
    assert meddled == [True] * 3


def test_a_keyboard_interrupt_reaches_the_caller() -> None:
    def interrupted() -> None:
        signal.raise_signal(signal.SIGINT)
        for _ in range(1000):
            leaf()

    hook.start()
    with pytest.raises(KeyboardInterrupt):
        interrupted()
    hook.stop()
    assert [row for row in story(rows(hook.records())) if row[0] == "interrupted"] == [("interrupted", 0, "RAISED")]
