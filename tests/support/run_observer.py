"""Run programs in this interpreter through one door: ``python tests/support/run_observer.py DOOR FILE...``.

DOOR is ``plain`` (``torch.compile`` alone), ``watch`` (the same in a ``watch()``) or ``optimize``. Prints all that
a program and its author can see as JSON, for ``tests/test_observer.py`` to compare.
"""

from __future__ import annotations

import contextlib
import hashlib
import importlib.util
import io
import json
import random
import re
import sys
import types
import warnings
from pathlib import Path
from typing import Any

import numpy as np
import torch
from torch._dynamo.utils import clear_compilation_metrics, counters, get_compilation_metrics

CHANGING = re.compile(r"0x[0-9a-f]{6,}|(?<![.\d])\d{9,}\b", re.IGNORECASE)
"""Addresses and ids, which no two processes share."""
DEEPEST = 6
MOST_SHOWN = 200
METRICS = (
    "compile_id",
    "co_name",
    "co_firstlineno",
    "cache_size",
    "accumulated_cache_size",
    "guard_count",
    "graph_op_count",
    "graph_node_count",
    "graph_input_count",
    "fail_type",
    "fail_reason",
    "fail_user_frame_lineno",
    "restart_reasons",
    "non_compliant_ops",
    "has_guarded_code",
    "recompile_reason",
    "is_forward",
)


def load(file: Path) -> Any:
    """Import a program."""
    spec = importlib.util.spec_from_file_location(file.stem, file)
    assert spec is not None
    assert spec.loader is not None
    module = sys.modules[file.stem] = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


def plain(text: Any) -> str:
    """A text without what changes from process to process."""
    return CHANGING.sub("#", str(text))


def described(value: Any, depth: int = 0) -> Any:
    """A value as JSON; tensors with all that they hold."""
    try:
        if isinstance(value, torch.Tensor):
            return tensor(value, depth)
        if depth > DEEPEST:
            return type(value).__name__
        if isinstance(value, torch.nn.Module):
            return [type(value).__name__, described(dict(value.state_dict(keep_vars=True)), depth + 1)]
        if isinstance(value, dict):
            return [[plain(key), described(item, depth + 1)] for key, item in value.items()]
        if isinstance(value, list | tuple | types.GeneratorType):
            return [type(value).__name__, *(described(item, depth + 1) for item in value)]
        return [type(value).__name__, plain(repr(value))]
    except Exception as error:  # noqa: BLE001  a program may return what does not want to be looked at
        return [type(value).__name__, raised(error)]


def tensor(value: torch.Tensor, depth: int) -> Any:
    """A tensor as JSON."""
    held = repr(value.detach().tolist())
    if len(held) > MOST_SHOWN:
        held = hashlib.sha256(held.encode()).hexdigest()
    before = described(value.grad, depth + 1) if value.is_leaf else type(value.grad_fn).__name__
    return [type(value).__name__, str(value.dtype), list(value.shape), value.requires_grad, held, before]


def raised(error: BaseException | None) -> Any:
    """An exception as JSON, with those that led to it."""
    if error is None:
        return None
    return [type(error).__name__, plain(error), raised(error.__cause__)]


class Backend:
    """Hands graphs on to the backend that the program wants, and keeps what is in them."""

    def __init__(self, inner: Any) -> None:
        self.__name__ = "recording"
        self._inner = torch._dynamo.lookup_backend(inner)
        self.graphs: list[Any] = []

    def __call__(self, gm: Any, example_inputs: Any) -> Any:
        self.graphs.append([plain(f"{node.op} {node.target}") for node in gm.graph.nodes])
        return self._inner(gm, example_inputs)


def run(door: str, file: Path) -> dict[str, Any]:
    """Make all calls of a program."""
    torch._dynamo.reset()
    clear_compilation_metrics()
    counters.clear()
    program = load(file)
    torch.manual_seed(0)
    random.seed(0)
    np.random.seed(0)
    given = getattr(program, "SETTINGS", None)
    settings = dict(given) if isinstance(given, dict) else {}
    config, fullgraph = settings.pop("config", {}), settings.pop("fullgraph", False)
    function, *rest = program.make()
    calls = rest[0] if len(rest) == 1 else getattr(program, "calls", None) or [tuple(rest)]
    before = getattr(program, "before_call", None)
    backend = Backend(settings.pop("backend", "eager"))
    events: list[Any] = []
    notes: list[str] = []
    with torch._dynamo.config.patch(config) if config else contextlib.nullcontext():
        with contextlib.ExitStack() as stack:
            printed = stack.enter_context(contextlib.redirect_stdout(io.StringIO()))
            warned = stack.enter_context(warnings.catch_warnings(record=True))
            warnings.simplefilter("always")
            asked: Any = None
            if door == "optimize":
                asked = dynexplain.optimize(backend, nopython=fullgraph, **settings)
                compiled = asked(function)
            else:
                asked = stack.enter_context(dynexplain.watch()) if door == "watch" else None
                compiled = torch.compile(function, backend=backend, fullgraph=fullgraph, **settings)
            for position, (args, kwargs) in enumerate(calls):
                around = before(position, function) if before else None
                try:
                    with around or contextlib.nullcontext():
                        events.append(["returned", described(compiled(*args, **kwargs))])
                except Exception as error:  # noqa: BLE001  what it raises is what is compared
                    events.append(["raised", raised(error)])
                events.append(["arguments", described([args, kwargs, function])])
        seen = {
            "graphs": backend.graphs,
            "calls": events,
            "frames": dict(counters["frames"]),
            "compilations": [
                {name: plain(getattr(one, name, None)) for name in METRICS} for one in get_compilation_metrics()
            ],
            "printed": plain(printed.getvalue()),
            "warned": [[one.category.__name__, plain(one.message)] for one in warned],
        }
        if asked is not None:
            notes = [f"{note.signal}: {note.text}" for note in asked.explain_output().report.notes]
    return {"seen": seen, "notes": notes}


if __name__ == "__main__":
    if sys.argv[1] != "plain":
        import dynexplain
    stdout, sys.stdout = sys.stdout, io.StringIO()
    found = {}
    for name in sys.argv[2:]:
        try:
            found[name] = run(sys.argv[1], Path(name))
        except Exception as error:  # noqa: BLE001  the other programs go on
            found[name] = {"seen": {"crashed": raised(error)}, "notes": []}
    json.dump(found, stdout)
