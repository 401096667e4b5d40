"""Memory is given back, and without it nothing breaks: what cannot be recorded is counted."""

from __future__ import annotations

import threading

import pytest

from dynexplain import hook

from .from_c import Allocator
from .watching import rows, story

SESSIONS = 20
"""A leak is one block a session at least; CPython may free the state of the last thread a little after its end."""


def leaf() -> None:
    pass


def test_without_memory_for_a_thread_its_frames_are_counted(allocator: Allocator) -> None:
    hook.start()
    hook.pause()
    allocator.run_out_of_memory()
    hook.resume()
    leaf()
    leaf()
    hook.pause()
    allocator.have_memory_again()
    hook.resume()
    leaf()
    hook.stop()
    records = hook.records()
    assert (story(rows(records)), records.dropped) == ([("leaf", 0, "RETURNED")], 2)


def test_without_memory_for_more_records_frames_are_counted_and_depth_stays_right(allocator: Allocator) -> None:
    def calls() -> None:
        for _ in range(3000):
            leaf()

    hook.start()
    leaf()
    hook.pause()
    allocator.run_out_of_memory()
    hook.resume()
    calls()
    hook.pause()
    allocator.have_memory_again()
    hook.resume()
    leaf()
    hook.stop()
    records = hook.records()
    assert len(records) + records.dropped == 3003
    assert records.dropped > 1000
    assert story(rows(records))[-1] == ("leaf", 0, "RETURNED")


@pytest.mark.parametrize("action", [hook.start, hook.records, hook.take])
def test_what_is_asked_for_by_name_raises(allocator: Allocator, action: object) -> None:
    before = hook.current_evaluator()
    hook.start()
    leaf()
    hook.stop()
    allocator.run_out_of_memory()
    try:
        with pytest.raises(MemoryError):
            action()  # type: ignore[operator]
    finally:
        allocator.have_memory_again()
    assert not hook.running()
    assert hook.current_evaluator() == before


def test_a_session_survives_what_fails_beside_it(allocator: Allocator) -> None:
    hook.start()
    leaf()
    allocator.run_out_of_memory()
    try:
        for action in (hook.forget, hook.records, hook.take):
            with pytest.raises(MemoryError):
                action()
    finally:
        allocator.have_memory_again()
    leaf()
    hook.stop()
    assert [row.name for row in rows(hook.records())].count("leaf") == 2


def test_memory_is_given_back(allocator: Allocator) -> None:
    def forgets_inside() -> None:
        hook.forget()

    def stops_inside() -> None:
        hook.stop()
        hook.forget()

    def session() -> None:
        hook.start()
        for _ in range(3000):
            leaf()
        thread = threading.Thread(target=leaf)
        thread.start()
        thread.join()
        forgets_inside()
        hook.take()
        stops_inside()

    session()
    before = allocator.blocks()
    for _ in range(SESSIONS):
        session()
    assert allocator.blocks() - before < SESSIONS


def test_memory_of_frames_in_other_threads_is_given_back_when_they_end(allocator: Allocator) -> None:
    def waits(inside: threading.Event, go: threading.Event) -> None:
        inside.set()
        go.wait()

    def session() -> None:
        inside, go = threading.Event(), threading.Event()
        hook.start()
        thread = threading.Thread(target=waits, args=(inside, go))
        thread.start()
        inside.wait()
        hook.stop()
        hook.forget()
        go.set()
        thread.join()

    session()
    before = allocator.blocks()
    for _ in range(SESSIONS):
        session()
    assert allocator.blocks() - before < SESSIONS
