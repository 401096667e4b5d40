"""Each thread has its own records, depth and pauses."""

from __future__ import annotations

import threading

from dynexplain import hook

from .watching import rows, story


def leaf() -> None:
    pass


def in_thread(work: object) -> int:
    idents: list[int] = []

    def body() -> None:
        idents.append(threading.get_ident())
        work()  # type: ignore[operator]

    thread = threading.Thread(target=body)
    thread.start()
    thread.join()
    return idents[0]


def test_rows_name_their_thread_and_depth_is_per_thread() -> None:
    def outer() -> None:
        ident = in_thread(leaf)
        leaf()
        idents.append(ident)

    idents: list[int] = []
    hook.start()
    outer()
    hook.stop()
    recorded = rows(hook.records())
    here, there = threading.get_ident(), idents[0]
    assert [(row.thread, row.depth > 0) for row in recorded if row.name == "leaf"] == [(there, True), (here, True)]
    assert {row.thread for row in recorded} == {here, there}
    assert min(row.depth for row in recorded if row.thread == there) == 0


def test_rows_of_all_threads_are_merged_by_start() -> None:
    def work() -> None:
        for _ in range(2000):
            leaf()

    hook.start()
    threads = [threading.Thread(target=work) for _ in range(5)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    hook.stop()
    records = hook.records()
    starts = records.start_ns.tolist()
    assert starts == sorted(starts)
    assert [row.name for row in rows(records)].count("leaf") == 10_000
    assert len(records.threads) == 6


def test_a_pause_is_for_its_own_thread_only() -> None:
    hook.start()
    hook.pause()
    there = in_thread(leaf)
    leaf()
    hook.resume()
    hook.stop()
    recorded = rows(hook.records())
    assert [row.thread for row in recorded if row.name == "leaf"] == [there]


def test_a_pause_dies_with_its_thread() -> None:
    in_thread(hook.pause)
    hook.start()
    in_thread(leaf)
    hook.stop()
    assert [row.name for row in rows(hook.records())].count("leaf") == 1


def test_a_thread_that_was_running_before_the_start_is_seen() -> None:
    go, done = threading.Event(), threading.Event()

    def work() -> None:
        go.wait()
        leaf()
        done.set()

    thread = threading.Thread(target=work)
    thread.start()
    hook.start()
    go.set()
    done.wait()
    thread.join()
    hook.stop()
    assert "leaf" in [row.name for row in rows(hook.records()) if row.thread != threading.get_ident()]


def test_a_thread_may_end_long_after_the_session_was_forgotten() -> None:
    inside, go = threading.Event(), threading.Event()

    def waits() -> None:
        inside.set()
        go.wait()

    hook.start()
    thread = threading.Thread(target=waits)
    thread.start()
    inside.wait()
    hook.stop()
    assert ("waits", "OPEN") in [(name, ended) for name, _, ended in story(rows(hook.records()))]
    hook.forget()
    hook.start()
    go.set()
    thread.join()
    leaf()
    hook.stop()
    assert ("leaf", 0, "RETURNED") in story(rows(hook.records()))


def test_stopped_by_another_thread() -> None:
    hook.start()
    in_thread(lambda: (hook.stop(), hook.forget()))
    leaf()
    assert not hook.running()


def test_many_short_threads() -> None:
    hook.start()
    for _ in range(200):
        in_thread(leaf)
    hook.stop()
    records = hook.records()
    assert len(records.threads) == 201
    assert [row.name for row in rows(records)].count("leaf") == 200
