"""Sessions and compiled code on several threads: each counts its own, and none disturbs another."""

from __future__ import annotations

import threading
from typing import Any

import torch

import dynexplain
from dynexplain import explain, hook, watch
from dynexplain.tracer import frames

X = torch.ones(3)


def with_breaks(count: int) -> Any:
    lines = "".join(f"    x = x + {n}\n    torch._dynamo.graph_break()\n" for n in range(count))
    scope: dict[str, Any] = {"torch": torch}
    exec(f"def broken_{count}(x):\n{lines}    return x * 2\n", scope)
    return scope[f"broken_{count}"]


def on_threads(*work: Any) -> list[Any]:
    results: list[Any] = [None] * len(work)

    def run(position: int) -> None:
        try:
            results[position] = work[position]()
        except Exception as error:  # noqa: BLE001  it is looked at by the test
            results[position] = error

    threads = [threading.Thread(target=run, args=(position,)) for position in range(len(work))]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join(60)
    return results


def test_explains_of_different_functions_at_once_count_their_own() -> None:
    functions = [with_breaks(count) for count in (1, 2, 3, 1)]
    together = threading.Barrier(len(functions))

    def work(function: Any) -> Any:
        found = []
        for _ in range(3):
            together.wait(30)
            out = explain(function)(X)
            found.append((out.graph_count, out.graph_break_count, len(out.report.recompiles)))
        return found

    found = on_threads(*(lambda function=function: work(function) for function in functions))
    assert found == [[(count + 1, count, 0)] * 3 for count in (1, 2, 3, 1)]


def test_a_conversion_stays_in_the_region_of_its_own_call() -> None:
    inside, explained = threading.Event(), threading.Event()
    function, other = with_breaks(1), with_breaks(2)

    def slow(graph: Any, inputs: Any) -> Any:
        inside.set()
        assert explained.wait(30)
        return graph.forward

    users = torch.compile(function, backend=slow)

    def explains() -> Any:
        assert inside.wait(30)

        def backend(graph: Any, inputs: Any) -> Any:
            return graph.forward

        try:
            # Time to get as far as it can while the conversion is under way.
            threading.Timer(0.3, explained.set).start()
            return explain(other, backend=backend)(X).graph_count
        finally:
            explained.set()

    result, count = on_threads(lambda: users(X), explains)
    assert torch.equal(result, function(X))
    assert count == 3
    with torch.compiler.set_stance("fail_on_recompile"):
        users(X)


def test_a_session_that_begins_meanwhile_does_not_keep_a_call_from_being_compiled() -> None:
    inside, explained = threading.Event(), threading.Event()
    function = with_breaks(1)
    graphs: list[int] = []

    def backend(graph: Any, inputs: Any) -> Any:
        def run(*args: Any) -> Any:
            inside.set()
            assert explained.wait(30)
            return graph.forward(*args)

        graphs.append(len(graphs))
        return run

    def explains() -> Any:
        assert inside.wait(30)
        try:
            return explain(with_breaks(2))(X)
        finally:
            explained.set()

    _, out = on_threads(lambda: torch.compile(function, backend=backend)(X), explains)
    assert len(graphs) == 2
    assert out.graph_count == 3
    watched = any(code.name == "broken_2" for code in out.report.codes)
    assert watched or any(note.text == frames.ELSEWHERE for note in out.report.notes)


def test_watches_on_two_threads_hear_their_own_thread() -> None:
    together = threading.Barrier(2)

    def work(count: int) -> Any:
        with watch() as session:
            together.wait(30)
            torch.compile(with_breaks(count), backend="eager")(X)
            together.wait(30)
        return session.explain_output().graph_count

    assert on_threads(lambda: work(1), lambda: work(2)) == [2, 3]


def test_frames_of_a_session_go_on_when_the_one_that_began_first_ends() -> None:
    first, second = watch(), watch()
    first.__enter__()
    second.__enter__()
    first.__exit__(None, None, None)
    with_breaks(1)(X)
    second.__exit__(None, None, None)
    assert any(code.name == "broken_1" for code in second.explain_output().report.codes)
    assert not any(code.name == "broken_1" for code in first.explain_output().report.codes)
    assert not hook.running()


def test_calls_within_a_watch_read_only_their_own_frames(monkeypatch: Any) -> None:
    read: list[int] = []
    records = hook.records

    def counting(**how: Any) -> Any:
        found = records(**how)
        read.append(len(found))
        return found

    monkeypatch.setattr(hook, "records", counting)
    step = dynexplain.optimize("eager")(lambda x: x + 1)
    with watch():
        for _ in range(300):
            step(X)
    assert sum(read[:-1]) < 300 * 300
    report = step.explain_output().report
    assert report.calls == 300
    assert report.frames.dropped == 0


def test_the_first_frames_are_kept_when_there_are_too_many(monkeypatch: Any) -> None:
    monkeypatch.setattr(frames, "MOST_ROWS", 1000)

    def leaf() -> None:
        pass

    def busy() -> None:
        for _ in range(5000):
            leaf()

    with watch() as session:
        busy()
    report = session.explain_output().report
    assert 3000 < report.frames.dropped < 6000
    assert any(code.name.endswith("leaf") and 500 < code.calls < 1000 for code in report.codes)
    [note] = [note.text for note in report.notes if note.signal == "frames"]
    assert f"{report.frames.dropped:,}" in note
