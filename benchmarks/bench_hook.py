"""What watching costs: the frame hook beside a bare call, cProfile and sys.setprofile, taking turns in one run.

Usage: python benchmarks/bench_hook.py [ROUNDS]
"""

from __future__ import annotations

import cProfile
import sys
import time
from collections.abc import Callable, Iterator
from contextlib import AbstractContextManager, contextmanager
from statistics import median

from dynexplain import hook

CALLS = 100_000


def leaf() -> None:
    """The call that is measured."""


def _calls() -> None:
    for _ in range(CALLS):
        leaf()


def _yields() -> None:
    for _ in _generated():
        pass


def _generated() -> Iterator[int]:
    yield from range(CALLS)


@contextmanager
def _bare() -> Iterator[None]:
    yield


@contextmanager
def _hooked() -> Iterator[None]:
    hook.start()
    try:
        yield
    finally:
        hook.stop()


@contextmanager
def _paused() -> Iterator[None]:
    with _hooked():
        hook.pause()
        try:
            yield
        finally:
            hook.resume()


@contextmanager
def _cprofiled() -> Iterator[None]:
    profile = cProfile.Profile()
    profile.enable()
    try:
        yield
    finally:
        profile.disable()


@contextmanager
def _setprofiled() -> Iterator[None]:
    events: list[tuple[str, int]] = []
    append, now = events.append, time.perf_counter_ns
    sys.setprofile(lambda frame, event, _: append((event, now())))
    try:
        yield
    finally:
        sys.setprofile(None)


WAYS: dict[str, Callable[[], AbstractContextManager[None]]] = {
    "bare": _bare,
    "hook": _hooked,
    "hook, paused": _paused,
    "cProfile": _cprofiled,
    "sys.setprofile": _setprofiled,
}


def _nanoseconds_per_call(way: Callable[[], AbstractContextManager[None]], work: Callable[[], None]) -> float:
    with way():
        begin = time.perf_counter_ns()
        work()
        end = time.perf_counter_ns()
    return (end - begin) / CALLS


def main() -> None:
    """Prints the tables."""
    rounds = int(sys.argv[1]) if len(sys.argv) > 1 else 9
    print(f"Python {sys.version.split()[0]}, {rounds} rounds of {CALLS:,} calls; medians")
    for title, work in {"call": _calls, "run of a generator": _yields}.items():
        times: dict[str, list[float]] = {name: [] for name in WAYS}
        for _ in range(rounds):
            for name, way in WAYS.items():
                times[name].append(_nanoseconds_per_call(way, work))
        costs = {name: median(values) for name, values in times.items()}
        added = {name: cost - costs["bare"] for name, cost in costs.items()}
        print(f"\n{title:20} {'ns':>8} {'of bare':>8} {'added ns':>9} {'hook adds, of theirs':>21}")
        for name, cost in costs.items():
            share = f"{added['hook'] / added[name]:.2f}" if name in {"cProfile", "sys.setprofile"} else ""
            print(f"{name:20} {cost:8.1f} {cost / costs['bare']:8.2f} {added[name]:9.1f} {share:>21}")
    hook.start()
    _calls()
    hook.stop()
    begin = time.perf_counter_ns()
    records = hook.records()
    print(f"\nreading {len(records):,} records: {(time.perf_counter_ns() - begin) / len(records):.1f} ns each")
    hook.forget()


if __name__ == "__main__":
    main()
