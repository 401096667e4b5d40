"""Injects a fault at every statement that runs around a call, and compares with the same program without dynexplain.

One fork for each statement and kind of exception, after torch was imported and the programs have run once. As a
program: ``python faults.py [--part 3/10] [--only explain.py:120] [--verbose]``. Exits with 0 if nothing was lost. A
part is chosen by a fixed rule: every tenth statement, say, so that ten parts are all of them.
"""

from __future__ import annotations

import argparse
import collections
import contextlib
import gc
import importlib
import json
import os
import sys
import tempfile
import traceback
import warnings
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any

sys.path.insert(0, str(Path(__file__).parent))

from instrument import write_copy


class Injected(Exception):
    """An error of ours."""


KINDS: dict[str, Callable[[], BaseException]] = {
    "error": lambda: Injected("injected"),
    "memory": lambda: MemoryError("injected"),
    "interrupt": lambda: KeyboardInterrupt("injected"),
}


@dataclass(frozen=True)
class Outcome:
    """What a program gave: its result or its exception, as text; and its outputs of dynexplain."""

    result: str
    error: str
    asked: list[Any]


def run(program: Callable[..., Any], dx: Any) -> Outcome:
    """Run a program, with or without us."""
    import torch

    torch.manual_seed(0)
    asked: list[Any] = []
    try:
        result = repr(program(dx, asked))
    except BaseException as error:  # noqa: BLE001  what it is is compared
        return Outcome("", f"{type(error).__name__}: {error}", asked)
    return Outcome(result, "", asked)


def figures(report: Any) -> dict[str, Any]:
    """What a report counts: a signal that is lost shows in one of these."""
    return {
        "graphs": [graph.op_count for graph in report.graphs],
        "runs": len(report.runs.graph),
        "breaks": [event.gb_type for event in report.breaks],
        "causes": len(report.causes),
        "skips": sorted(skip.reason for skip in report.skips),
        "guards": sum(len(tree.guards) for tree in report.guards),
        "recompiles": [item.compiled for item in report.recompiles],
        "links": len(report.links),
        "compilations": [one.status for one in report.compilations],
        "restarts": sum(len(one.restarts) for one in report.compilations),
        "phases": sum(len(one.phases) for one in report.compilations) > 0,
        "codes": sorted(code.kind for code in report.codes),
        "calls": report.calls,
        "changes": [change.kind for change in report.changes],
        "outcome": str(report.outcome)[:60],
        # Those of this file call the program, and are not the same around each run.
        "sources": [one.function for one in report.sources if one.function not in globals() | {"observed": 0}],
        "subject": report.subject.name,
        "call": report.subject.call,
    }


def tapped() -> dict[str, Any]:
    """What stands where taps are put."""
    import inspect

    from dynexplain.tracer.session import TAPS

    found = {}
    for tap in TAPS:
        module, _, path = tap.target.partition(":")
        owner: Any = importlib.import_module(module)
        *owners, name = path.split(".")
        for part in owners:
            owner = getattr(owner, part)
        found[tap.target] = inspect.getattr_static(owner, name)
    return found


def state() -> dict[str, Any]:
    """What must be as it was."""
    import torch
    from torch._dynamo import config, eval_frame

    from dynexplain import hook

    callback = eval_frame.set_eval_frame(None)
    eval_frame.set_eval_frame(callback)
    return {
        "hook runs": hook.running(),
        "evaluator": hook.current_evaluator(),
        "Dynamo's callback": callback,
        "config": config.get_config_copy(),
        "warning filters": list(warnings.filters),
        "grad mode": torch.is_grad_enabled(),
        "torch function": torch._C._is_torch_function_enabled(),
    }


def next_session() -> dict[str, Any]:
    """A session after the fault: its report must be as ever, and afterwards torch is untouched."""
    import torch

    import dynexplain as dx

    def later(x: Any) -> Any:
        y = x + 1
        torch._dynamo.graph_break()
        return y * 2

    out = dx.explain(later)(torch.ones(2))
    with dx.watch() as session:
        torch.compile(lambda x: x.sin(), backend="eager")(torch.ones(2))
    frames = len(out.report.frames.code)
    return {
        "explain": figures(out.report),
        "notes": [note.text for note in (*out.report.notes, *session.explain_output().report.notes)],
        "watch": figures(session.explain_output().report),
        "frames": frames,
        "taps": tapped(),
        "state": state(),
    }


def judged(program: Callable[..., Any], error: BaseException, number: int, expected: dict[str, Any]) -> list[str]:
    """Run one program with one fault in it; gives what was lost."""
    import dynexplain as dx
    from dynexplain import _ticks

    lost = []
    unraisable: list[Any] = []
    sys.unraisablehook = unraisable.append
    interrupts = isinstance(error, KeyboardInterrupt)
    _ticks.error, _ticks.target = error, number
    outcome, interrupted = None, False
    reports = []
    outcome = run(program, dx)
    during_call = _ticks.target == -1
    interrupted = outcome.error.startswith("KeyboardInterrupt")
    try:
        reports = [asked.report for asked in outcome.asked]
    except KeyboardInterrupt:
        interrupted = True
    except BaseException as raised:  # noqa: BLE001
        lost.append(f"the report raises {type(raised).__name__}")
    if _ticks.target != -1:
        _ticks.target = -1
        return ["not reached"]
    _ticks.error = None
    if interrupts:
        if not interrupted:
            lost.append("the interrupt was swallowed")
    else:
        if (outcome.result, outcome.error) != (expected["result"], expected["error"]):
            lost.append(f"gives {outcome.result[:60] or outcome.error[:120]}")
        elif len(reports) != len(expected["figures"]):
            lost.append("a report is missing")
        for report, figured in zip(reports, expected["figures"], strict=False):
            now = figures(report)
            different = [name for name in now if now[name] != figured[name]]
            if different and len(report.notes) <= expected["notes"]:
                lost.append(f"{', '.join(different)} lost without a note")
    if unraisable:
        lost.append(f"unraisable {unraisable[0].exc_type.__name__} in {unraisable[0].object!r:.60}")
    frames_before = dict(expected["state"])
    del outcome, reports
    error.__traceback__ = None
    now = state()
    for name in now:
        if now[name] != frames_before[name]:
            lost.append(f"{name}: not put back{'' if during_call else ' (report)'}")
    later = next_session()
    for name, value in later.items():
        if name == "state":
            lost += [
                f"after the next session, {part}: not put back"
                for part in value
                if value[part] != expected["state"][part]
            ]
        elif name == "frames":
            if not value:
                lost.append("the next session has no frames")
        elif value != expected["next"][name]:
            lost.append(f"the next session's {name} differ")
    return lost


def in_a_fork(work: Callable[[], Any], seconds: int = 60) -> Any:
    """What a child process gives, as JSON; its death is a loss as well."""
    read, write = os.pipe()
    child = os.fork()
    if child == 0:
        os.close(read)
        import signal

        signal.alarm(seconds)
        try:
            answer = work()
        except BaseException:  # noqa: BLE001
            answer = ["harness: " + traceback.format_exc()[-600:]]
        with contextlib.suppress(BaseException), os.fdopen(write, "w") as pipe:
            json.dump(answer, pipe)
        os._exit(0)
    os.close(write)
    with os.fdopen(read) as pipe:
        text = pipe.read()
    _, status = os.waitpid(child, 0)
    return json.loads(text) if text else [f"died of {status}"]


def injections(part: int, parts: int, only: str, statements: list[str]) -> Iterator[tuple[Any, int, str]]:
    """Every statement with the first program that reaches it, and every kind; or a part of them by a fixed rule."""
    from dynexplain import _ticks
    from programs import PROGRAMS

    reached: dict[int, Any] = {}
    for program in PROGRAMS:

        def seen(program: Any = program) -> list[int]:
            _ticks.seen.clear()
            for asked in run(program, importlib.import_module("dynexplain")).asked:
                _ = asked.report
            return list(_ticks.seen)

        for number in in_a_fork(seen):
            reached.setdefault(number, program)
    for number in sorted(reached):
        if number % parts == part and only in statements[number]:
            for kind in KINDS:
                yield reached[number], number, kind


def main() -> int:
    """Inject, and tell."""
    parser = argparse.ArgumentParser()
    parser.add_argument("--part", default="0/1")
    parser.add_argument("--only", default="")
    parser.add_argument("--kind", default="")
    parser.add_argument("--json", default="")
    parser.add_argument("--verbose", action="store_true")
    options = parser.parse_args()
    part, parts = map(int, options.part.split("/"))
    with tempfile.TemporaryDirectory() as folder:
        statements = write_copy(Path(folder))
        sys.path.insert(0, folder)
        for name in [name for name in sys.modules if name.partition(".")[0] == "dynexplain"]:
            del sys.modules[name]
        import torch

        import dynexplain as dx
        from programs import PROGRAMS

        assert dx.__file__.startswith(folder)
        expected = {}
        for program in PROGRAMS:
            torch._dynamo.reset()
            plain = run(program, None)
            # What is imported or cached at the first time is so in every child.
            run(program, dx)
            torch._dynamo.reset()
            expected[program] = plain

        def observed(program: Any) -> dict[str, Any]:
            outcome = run(program, dx)
            return {
                "asked": len(outcome.asked),
                "result": outcome.result,
                "error": outcome.error,
                "figures": [figures(asked.report) for asked in outcome.asked],
                "notes": max(len(asked.report.notes) for asked in outcome.asked),
            }

        next_session()
        torch._dynamo.reset()
        gc.collect()
        gc.freeze()
        clean = state()
        goal = next_session()
        torch._dynamo.reset()
        for program in PROGRAMS:
            watched = in_a_fork(lambda program=program: observed(program))
            plain = expected[program]
            assert (watched["result"], watched["error"]) == (plain.result, plain.error), (watched, plain)
            expected[program] = {**watched, "state": clean, "next": goal}
        tried: collections.Counter[str] = collections.Counter()
        lost: collections.Counter[str] = collections.Counter()
        kinds: collections.Counter[str] = collections.Counter()
        for program, number, kind in injections(part, parts, options.only, statements):
            if options.kind and kind != options.kind:
                continue
            error = KINDS[kind]()
            found = in_a_fork(lambda p=program, e=error, n=number: judged(p, e, n, expected[p]))
            tried[kind] += 1
            if found and found != ["not reached"]:
                lost[kind] += 1
                kinds.update(f"{kind}: {text.split(' gives ')[0][:70]}" for text in found[:1])
                print(f"{kind} at {statements[number]} in {program.__name__}: {'; '.join(found)}", flush=True)
        for kind in tried:
            print(f"{kind}: {tried[kind]} tried, {tried[kind] - lost[kind]} survived, {lost[kind]} lost")
        if options.verbose:
            for text, count in kinds.most_common(40):
                print(f"{count:5} {text}")
        if options.json:
            Path(options.json).write_text(json.dumps({"tried": tried, "lost": lost}))
    return int(bool(sum(lost.values())))


if __name__ == "__main__":
    raise SystemExit(main())
