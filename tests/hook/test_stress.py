"""Everything at once, for a few seconds (DYNEXPLAIN_STRESS_SECONDS for longer), in a process of its own."""

from __future__ import annotations

import os

from .watching import run_python

SECONDS = float(os.environ.get("DYNEXPLAIN_STRESS_SECONDS", "3"))

PROGRAM = """
import asyncio, gc, random, sys, threading, time
from dynexplain import hook
from dynexplain.errors import HookStateError

SECONDS = {seconds}
deadline = time.monotonic() + SECONDS
before = hook.current_evaluator()
errors = []
generators = []
sys.setswitchinterval(1e-5)
sys.setrecursionlimit(20_000)

def leaf(n): return n

def recurses(n): return leaf(n) if n == 0 else recurses(n - 1)

def fails(n):
    if n == 0: raise KeyError(n)
    fails(n - 1)

def generates(n):
    for i in range(n): yield leaf(i)

async def waits(n):
    for _ in range(n): await asyncio.sleep(0)
    return n

def temporary(n):
    names = {{}}
    exec("def made(n): return n", names)
    return names["made"](n)

def controls(n):
    action = random.choice([hook.start, lambda: hook.start(limit=random.randint(1, 5000)), hook.stop, hook.forget,
                            hook.records, hook.take, hook.take])
    try:
        action()
    except HookStateError:
        pass
    return n

def pauses(n):
    hook.pause()
    try:
        return recurses(3)
    finally:
        hook.resume()

def does(n):
    choice = random.random()
    if choice < 0.25: recurses(random.randint(0, 30))
    elif choice < 0.252: recurses(15_000)
    elif choice < 0.35:
        try: fails(random.randint(0, 20))
        except KeyError: pass
    elif choice < 0.5:
        generators.append(generates(5))
        generator = generators.pop(random.randrange(len(generators)))  # no two threads run it at once
        next(generator, None)
        if len(generators) < 100: generators.append(generator)
    elif choice < 0.55: asyncio.run(waits(5))
    elif choice < 0.7: temporary(n)
    elif choice < 0.8: controls(n)
    elif choice < 0.9: pauses(n)
    elif choice < 0.91: gc.collect()
    elif n: does(n - 1)

def works():
    try:
        while time.monotonic() < deadline:
            does(20)
    except BaseException as error:
        errors.append(error)
        raise

def spawns():
    while time.monotonic() < deadline:
        short = threading.Thread(target=lambda: [does(5) for _ in range(5)])
        short.start()
        short.join()

threads = [threading.Thread(target=works) for _ in range(3)] + [threading.Thread(target=spawns)]
for thread in threads: thread.start()
for thread in threads: thread.join()
hook.stop()
assert not errors, errors
assert hook.current_evaluator() == before
hook.start()
recurses(3)
hook.stop()
records = hook.records()
assert records.depth.tolist() == [0, 1, 2, 3, 4], records.depth.tolist()
assert set(records.ended) == {{hook.Ended.RETURNED}}
"""


def test_everything_at_once() -> None:
    run_python(PROGRAM.format(seconds=SECONDS))
