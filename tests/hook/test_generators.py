"""Generators and coroutines: each run is a row, and says whether it yielded."""

from __future__ import annotations

import asyncio
import gc
from collections.abc import AsyncIterator, Iterator

import pytest

from dynexplain import hook

from .watching import rows, story, watch


def counts() -> Iterator[int]:
    yield 1
    yield 2


def delegates() -> Iterator[int]:
    yield from counts()


class Suspends:
    """Awaits once, without an event loop."""

    def __await__(self) -> Iterator[None]:
        yield


async def waits() -> int:
    await Suspends()
    return 5


async def counts_slowly() -> AsyncIterator[int]:
    yield 1
    await Suspends()
    yield 2


async def collects() -> list[int]:
    return [item async for item in counts_slowly()]


def drive(coroutine: object) -> object:
    try:
        while True:
            coroutine.send(None)  # type: ignore[attr-defined]
    except StopIteration as done:
        return done.value


def test_the_creation_returns_then_each_run_yields_until_the_last_returns() -> None:
    recorded = story(watch(lambda: list(counts())))
    assert [row for row in recorded if row[0] == "counts"] == [
        ("counts", 1, "RETURNED"),
        ("counts", 1, "YIELDED"),
        ("counts", 1, "YIELDED"),
        ("counts", 1, "RETURNED"),
    ]


def test_a_delegating_generator_yields_as_the_one_it_delegates_to() -> None:
    recorded = story(watch(lambda: list(delegates())))
    assert [row for row in recorded if row[0] == "delegates"] == [
        ("delegates", 1, "RETURNED"),
        ("delegates", 1, "YIELDED"),
        ("delegates", 1, "YIELDED"),
        ("delegates", 1, "RETURNED"),
    ]
    assert [row for row in recorded if row[0] == "counts"][1:] == [
        ("counts", 2, "YIELDED"),
        ("counts", 2, "YIELDED"),
        ("counts", 2, "RETURNED"),
    ]


def test_a_coroutine_yields_at_an_await_that_waits() -> None:
    recorded = story(watch(lambda: drive(waits())))
    assert [row[2] for row in recorded if row[0] == "waits"] == ["RETURNED", "YIELDED", "RETURNED"]


def test_an_asynchronous_generator_yields_at_yields_and_awaits() -> None:
    results: list[object] = []
    recorded = story(watch(lambda: results.append(drive(collects()))))
    assert results == [[1, 2]]
    ends = [row[2] for row in recorded if row[0] == "counts_slowly"]
    assert ends == ["RETURNED", "YIELDED", "YIELDED", "YIELDED", "RETURNED"]


def test_an_event_loop_works_as_without_the_hook() -> None:
    async def main() -> int:
        values = await asyncio.gather(*(asyncio.sleep(0.001 * n, result=n) for n in range(5)))
        return sum(values)

    results: list[int] = []
    recorded = watch(lambda: results.append(asyncio.run(main())))
    assert results == [10]
    assert [row.ended.name for row in recorded if row.name == "main"] == ["RETURNED", "YIELDED", "RETURNED"]


def test_an_exception_in_a_generator_is_raised() -> None:
    def breaks() -> Iterator[int]:
        yield 1
        raise KeyError("on purpose")

    def consumes() -> None:
        with pytest.raises(KeyError):
            list(breaks())

    assert [row[2] for row in story(watch(consumes)) if row[0] == "breaks"] == ["RETURNED", "YIELDED", "RAISED"]


def test_an_exception_thrown_into_a_generator_may_be_caught_there() -> None:
    def catches() -> Iterator[str]:
        try:
            yield "first"
        except KeyError:
            yield "caught"

    def consumes() -> None:
        generator = catches()
        next(generator)
        assert generator.throw(KeyError()) == "caught"  # type: ignore[attr-defined]

    ends = [row[2] for row in story(watch(consumes)) if row[0] == "catches"]
    assert ends == ["RETURNED", "YIELDED", "YIELDED", "RAISED"]  # it is closed when it is deleted


def test_a_generator_may_delete_itself_while_it_runs() -> None:
    holder: list[Iterator[int]] = []

    def forgets_itself() -> Iterator[int]:
        holder.clear()
        gc.collect()
        yield 1
        yield 2

    def consumes() -> None:
        holder.append(forgets_itself())
        next(holder[0])

    ends = [row[2] for row in story(watch(consumes)) if row[0] == "forgets_itself"]
    assert ends[:2] == ["RETURNED", "YIELDED"]
    assert ends[2:] in (["RAISED"], [])  # from 3.13 closing it does not run it when nothing can catch that


def test_generators_outlive_the_session_and_enter_the_next() -> None:
    generator = counts()
    coroutine = waits()
    hook.start()
    assert next(generator) == 1
    coroutine.send(None)
    hook.stop()
    hook.forget()
    hook.start()
    assert next(generator) == 2
    with pytest.raises(StopIteration):
        coroutine.send(None)
    hook.stop()
    recorded = story(rows(hook.records()))
    assert recorded[0] == ("counts", 0, "YIELDED")
    assert ("waits", 0, "RETURNED") in recorded


def test_a_session_may_end_inside_a_generator() -> None:
    def stops() -> Iterator[int]:
        yield 1
        hook.stop()
        hook.forget()
        yield 2
        yield 3

    hook.start()
    assert list(stops()) == [1, 2, 3]
