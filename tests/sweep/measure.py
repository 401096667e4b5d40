"""Explain one model of the sweep in this interpreter: ``python tests/sweep/measure.py NAME {forward,train}``.

Prints what was found as JSON. ``problems`` is empty if all is as it should be.
"""

from __future__ import annotations

import json
import sys
import time
import warnings
from pathlib import Path
from typing import Any

import torch
from models import ENTRIES

sys.path.insert(0, str(Path(__file__).parents[1] / "support"))
from same import difference

from dynexplain import explain, load, watch


class Backend:
    """Runs graphs as they are, and counts the ops of each."""

    def __init__(self) -> None:
        self.ops: list[int] = []

    def __call__(self, gm: Any, example_inputs: Any) -> Any:
        self.ops.append(sum(node.op.startswith("call_") for node in gm.graph.nodes))
        return gm.forward


def frames() -> dict[str, int]:
    """How many frames Dynamo was offered, and compiled, since its last reset."""
    return dict(torch._dynamo.utils.counters["frames"])


def fresh(name: str) -> tuple[Any, dict[str, Any]]:
    """The model as new, in a process that has compiled nothing."""
    torch._dynamo.reset()
    torch._dynamo.utils.counters.clear()
    model, inputs = next(entry for entry in ENTRIES if entry.name == name).make()
    torch.manual_seed(1)
    return model, inputs


def forward(name: str) -> dict[str, Any]:
    """Explain one call of a model."""
    model, inputs = fresh(name)
    eager = model(**inputs)

    model, inputs = fresh(name)
    plain = Backend()
    compiled = torch.compile(model, backend=plain)(**inputs)
    plain_frames = frames()

    model, inputs = fresh(name)
    backend = Backend()
    start = time.perf_counter()
    out = explain(model, backend=backend)(**inputs)
    seconds = time.perf_counter() - start
    explained_frames = frames()

    problems = [f"{note.signal}: {note.text}" for note in out.report.notes]
    exact = not difference(out.result, eager)
    if not exact and (text := difference(out.result, eager, close=True)):
        problems.append(f"not what eager gives: {text}")
    if text := difference(out.result, compiled):
        problems.append(f"not what torch.compile gives: {text}")
    if backend.ops != plain.ops:
        problems.append(f"graphs {backend.ops} are not {plain.ops}, those without")
    if [graph.op_count for graph in out.report.graphs] != backend.ops:
        problems.append("the ops of the report are not those that the backend saw")
    if explained_frames != plain_frames:
        problems.append(f"compilations {explained_frames} are not {plain_frames}, those without")
    sizes = files(out, problems)
    return figures(out, seconds, problems) | {"exact": exact} | sizes


def train(name: str) -> dict[str, Any]:
    """Watch one training step of a model."""

    def step() -> tuple[Any, Any]:
        model, inputs = fresh(name)
        model.train()
        optimizer = torch.optim.SGD(model.parameters(), lr=0.1, momentum=0.9)
        compiled = torch.compile(model, backend="aot_eager")
        loss = compiled(**inputs)[0].square().mean()
        loss.backward()
        optimizer.step()
        return dict(model.named_parameters()), loss.detach()

    expected, expected_loss = step()
    expected_frames = frames()
    start = time.perf_counter()
    with watch() as session:
        parameters, loss = step()
    seconds = time.perf_counter() - start
    out = session.explain_output()
    problems = [f"{note.signal}: {note.text}" for note in out.report.notes]
    text = difference(loss, expected_loss, at="loss") or difference(parameters, expected, at="parameters")
    if text:
        problems.append(f"not what it is without: {text}")
    if frames() != expected_frames:
        problems.append(f"compilations {frames()} are not {expected_frames}, those without")
    if not all(graph.runs for graph in out.report.graphs):
        problems.append("a graph is said not to have run")
    sizes = files(out, problems)
    return figures(out, seconds, problems) | {"exact": not text} | sizes


def files(out: Any, problems: list[str]) -> dict[str, int]:
    """Write the report in every way, and read it back."""
    path = out.to_json("report.json")
    if load(path).report != out.report:
        problems.append("the report is another one once it is read back")
    if "Traceback" in str(out) or not out.to_svg().lstrip().startswith(("<?xml", "<svg")):
        problems.append("the text or the picture is none")
    if "<html" not in out.to_html():
        problems.append("the page is none")
    return {"json": path.stat().st_size}


def figures(out: Any, seconds: float, problems: list[str]) -> dict[str, Any]:
    """What the table shows."""
    report = out.report
    return {
        "graphs": out.graph_count,
        "breaks": out.graph_break_count,
        "causes": len(report.causes),
        "kinds": sorted({cause.gb_type for cause in report.causes}),
        "ops": out.op_count,
        "guards": sum(tree.count for tree in report.guards),
        "recompiles": len(report.recompiles),
        "compile_s": sum(item.duration_ns for item in report.compilations) / 1e9,
        "seconds": seconds,
        "verdict": report.summary.verdict,
        "problems": problems,
    }


if __name__ == "__main__":
    warnings.simplefilter("ignore")
    print(json.dumps({"forward": forward, "train": train}[sys.argv[2]](sys.argv[1])))
