"""Explain programs of tests/programs/registry in this interpreter: ``python tests/support/run_registry.py NAME...``.

Prints what the reports say as JSON. ``tests/test_registry.py`` compares it with what the programs expect.
"""

from __future__ import annotations

import contextlib
import importlib.util
import io
import json
import sys
import warnings
from pathlib import Path
from typing import Any

FOLDER = Path(__file__).resolve().parents[1] / "programs" / "registry"


def load(name: str) -> Any:
    """Import a program."""
    spec = importlib.util.spec_from_file_location(name, FOLDER / f"{name}.py")
    assert spec is not None
    assert spec.loader is not None
    module = sys.modules[name] = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


def explain(name: str) -> Any:
    """Make all calls of a program; the output holds what happened, also if a call raised."""
    import torch

    import dynexplain

    torch._dynamo.reset()
    torch.manual_seed(0)
    program = load(name)
    settings = dict(getattr(program, "SETTINGS", {}))
    config, fullgraph = settings.pop("config", {}), settings.pop("fullgraph", False)
    function, calls = program.make()
    with torch._dynamo.config.patch(config) if config else contextlib.nullcontext():
        torch._dynamo.reset()
        context = dynexplain.optimize(settings.pop("backend", "eager"), nopython=fullgraph, **settings)
        wrapped = context(function)
        with contextlib.redirect_stdout(io.StringIO()), contextlib.suppress(Exception):
            for args, kwargs in calls:
                wrapped(*args, **kwargs)
        return context.explain_output()


def told(name: str) -> dict[str, Any]:
    """What the report says, with the innermost line in the program of each break."""
    report = explain(name).report
    file = str(FOLDER / f"{name}.py")
    return {
        "notes": [str(note) for note in report.notes],
        "refused": [(again.location.line, again.compile_id) for again in report.recompiles if not again.compiled],
        "events": [
            {
                "kind": event.gb_type,
                "id": event.gb_id,
                "line": next((place.line for place in reversed(event.stack) if place.file == file), 0),
                "outcome": event.outcome,
                "chain": event.chain,
                "link": event.link,
                "title": event.reason,
                "explanation": event.explanation,
                "hints": event.hints,
                "example": bool(report.causes[event.cause].example),
            }
            for event in report.breaks
        ],
    }


if __name__ == "__main__":
    warnings.simplefilter("ignore")
    json.dump({name: told(name) for name in sys.argv[1:]}, sys.stdout)
