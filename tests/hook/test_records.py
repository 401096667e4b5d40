"""What a record says."""

from __future__ import annotations

import gc
import time
import weakref
from types import CodeType

import pytest

from dynexplain import hook

from .watching import rows, story, watch


def leaf() -> None:
    pass


def parent() -> None:
    leaf()
    leaf()


def fails() -> None:
    raise KeyError("on purpose")


def fails_in_a_callee() -> None:
    fails()


def test_every_call_is_a_row_in_order_of_start_with_its_depth() -> None:
    assert story(watch(parent)) == [("parent", 0, "RETURNED"), ("leaf", 1, "RETURNED"), ("leaf", 1, "RETURNED")]


def test_frames_open_before_the_start_do_not_count_for_depth() -> None:
    def nested() -> list[tuple[str, int, str]]:
        return story(watch(leaf))

    assert nested() == [("leaf", 0, "RETURNED")]


def test_an_exception_is_recorded_and_reaches_the_caller_unchanged() -> None:
    hook.start()
    with pytest.raises(KeyError, match="on purpose") as caught:
        fails_in_a_callee()
    hook.stop()
    recorded = [row for row in story(rows(hook.records())) if row[0].startswith("fails")]
    assert recorded == [("fails_in_a_callee", 0, "RAISED"), ("fails", 1, "RAISED")]
    assert [entry.name for entry in caught.traceback][1:] == ["fails_in_a_callee", "fails"]


def test_a_caught_exception_leaves_the_catcher_returned() -> None:
    def catches() -> None:
        try:
            fails()
        except KeyError:
            leaf()

    assert story(watch(catches)) == [("catches", 0, "RETURNED"), ("fails", 1, "RAISED"), ("leaf", 1, "RETURNED")]


def test_times_are_on_the_clock_of_perf_counter_and_nest() -> None:
    before = time.perf_counter_ns()
    recorded = watch(parent)
    after = time.perf_counter_ns()
    outer, first, second = recorded
    moments = [
        before,
        outer.start_ns,
        first.start_ns,
        first.end_ns,
        second.start_ns,
        second.end_ns,
        outer.end_ns,
        after,
    ]
    assert moments == sorted(moments)


def test_an_open_frame_ends_at_the_moment_of_reading() -> None:
    taken: list[hook.FrameRecords] = []

    def reads() -> None:
        taken.append(hook.records())

    before = time.perf_counter_ns()
    watch(reads)
    row = rows(taken[0])[0]
    assert (row.name, row.ended) == ("reads", hook.Ended.OPEN)
    assert before <= row.start_ns <= row.end_ns <= time.perf_counter_ns()


def test_a_snapshot_does_not_change_when_the_hook_goes_on() -> None:
    hook.start()
    leaf()
    snapshot = hook.records()
    seen = story(rows(snapshot))
    parent()
    hook.stop()
    hook.forget()
    assert story(rows(snapshot)) == seen
    assert seen[0] == ("leaf", 0, "RETURNED")


def test_take_forgets_what_it_returns_and_goes_on() -> None:
    hook.start()
    leaf()
    first = hook.take()
    parent()
    hook.stop()
    assert story(rows(first))[0] == ("leaf", 0, "RETURNED")
    assert ("leaf", 0, "RETURNED") not in story(rows(hook.records()))
    assert [row.name for row in rows(hook.records())].count("parent") == 1


def test_columns_are_read_only_views_of_one_length_and_known_types() -> None:
    watch(parent)
    records = hook.records()
    columns = {
        "code": "i",
        "start_ns": "q",
        "end_ns": "q",
        "depth": "i",
        "thread": "i",
        "ended": "b",
    }
    for name, format in columns.items():
        view = memoryview(getattr(records, name))
        assert (name, view.format, view.readonly, len(view)) == (name, format, True, len(records))


def test_records_are_frozen_and_say_what_they_hold() -> None:
    watch(parent)
    records = hook.records()
    with pytest.raises(AttributeError):
        records.dropped = 1  # type: ignore[misc]
    assert repr(records) == "<FrameRecords: 3 frames of 2 code objects in 1 threads, 0 dropped, 0 gaps>"


def test_each_code_object_is_listed_once_in_order_of_appearance() -> None:
    watch(lambda: (parent(), parent()))
    assert [code.co_name for code in hook.records().codes] == ["<lambda>", "parent", "leaf"]


def test_a_deleted_code_object_stays_alive_until_it_is_forgotten() -> None:
    def make() -> weakref.ref[CodeType]:
        names: dict[str, object] = {}
        exec("def gone(): pass", names)  # a code object that nothing else holds
        function = names.pop("gone")
        function()  # type: ignore[operator]
        return weakref.ref(function.__code__)  # type: ignore[attr-defined]

    hook.start()
    code = make()
    hook.stop()
    gc.collect()
    assert code() is not None
    assert "gone" in [row.name for row in rows(hook.records())]
    hook.forget()
    gc.collect()
    assert code() is None


def test_past_the_limit_frames_are_counted_and_depth_stays_right() -> None:
    hook.start(limit=2)
    parent()
    parent()
    hook.stop()
    records = hook.records()
    assert story(rows(records)) == [("parent", 0, "RETURNED"), ("leaf", 1, "RETURNED")]
    assert records.dropped == 4
    hook.start()
    leaf()
    hook.stop()
    assert story(rows(hook.records())) == [("leaf", 0, "RETURNED")]
    assert hook.records().dropped == 0


def test_more_records_than_a_chunk_holds_keep_their_order() -> None:
    recorded = watch(lambda: [leaf() for _ in range(5000)])
    leaves = [row for row in recorded if row.name == "leaf"]
    assert len(leaves) == 5000
    assert [row.start_ns for row in recorded] == sorted(row.start_ns for row in recorded)


def test_many_code_objects_keep_their_names() -> None:
    names: dict[str, object] = {}
    exec("\n".join(f"def f{i}(): pass" for i in range(3000)), names)
    functions = [names[f"f{i}"] for i in range(3000)]
    hook.start()
    for function in functions:
        function()  # type: ignore[operator]
    hook.stop()
    assert [row.name for row in rows(hook.records())] == [f"f{i}" for i in range(3000)]


def test_without_a_session_there_are_no_records() -> None:
    hook.forget()
    records = hook.records()
    assert (len(records), records.codes, records.threads, records.dropped) == (0, (), (), 0)
