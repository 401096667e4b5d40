"""Makes the pages that are measured: reports of four sizes, torchvista's of the same models, and plain Graphviz."""

from __future__ import annotations

import base64
import contextlib
import io
import json
import subprocess
import sys
from dataclasses import dataclass, field
from pathlib import Path

import torch
import torchvista
from transformers import BertConfig, BertModel, GPT2Config, GPT2Model

import dynexplain
from dynexplain import ExplainOutput, explain
from dynexplain.model.report import Graph, Report
from dynexplain.render.page import bundle

ROOT = Path(__file__).resolve().parents[2]
sys.path.insert(0, str(ROOT / "tests"))

from support.widget_page import parts, widget_page  # noqa: E402

SYNTHETIC = {"10,000 nodes": "large", "100,000 nodes": "huge"}
TOKENS = (2, 16)


@dataclass
class Subject:
    """One page to measure.

    Attributes:
        model: What it shows.
        tool: Who drew it; its first word is one of the kinds that ``probe.js`` knows.
        page: The page.
        sent: Bytes that go to the browser: the page, or what a notebook sends for the widget.
    """

    model: str
    tool: str
    page: Path
    sent: int = 0
    figures: dict[str, list[float]] = field(default_factory=dict)

    def __post_init__(self) -> None:
        self.sent = self.sent or self.page.stat().st_size


def make(folder: Path) -> list[Subject]:
    """Write all pages into a folder."""
    bert = BertModel(BertConfig(hidden_size=64, intermediate_size=128, num_attention_heads=4)).eval()
    gpt2 = GPT2Model(GPT2Config()).eval()
    tokens = torch.randint(0, 1000, TOKENS)
    golden = dynexplain.load(ROOT / "tests" / "golden" / "reports" / "bert.json")
    with contextlib.redirect_stdout(io.StringIO()), torch.no_grad():
        explained = explain(gpt2)(tokens)
        theirs = {"BERT-12": bert, "GPT-2": gpt2}
        vistas = [vista(folder, name, model, tokens) for name, model in theirs.items()]
    reports = {"BERT-12": golden, "GPT-2": explained}
    subjects = []
    for name, output in reports.items():
        subjects += [*ours(folder, name, output), *(one for one in vistas if one.model == name)]
        subjects.append(plain(folder, name, output.report))
    for name, size in SYNTHETIC.items():
        subjects += ours(folder, name, synthetic(folder, size))
    return subjects


def ours(folder: Path, name: str, output: ExplainOutput) -> list[Subject]:
    """The standalone page of a report, and its widget in a page that does what a notebook does."""
    page = folder / f"dynexplain {name}.html"
    output.to_html(page)
    return [Subject(name, "dynexplain page", page), notebook(folder, name, output)]


def notebook(folder: Path, name: str, output: ExplainOutput) -> Subject:
    """The widget as a notebook shows it; Graphviz is there at once when it is asked for."""
    page = folder / f"notebook {name}.html"
    page.write_text(widget_page(output.report))
    return Subject(name, "dynexplain widget", page, sum(map(len, parts(output.report).values())))


def vista(folder: Path, name: str, model: torch.nn.Module, tokens: torch.Tensor) -> Subject:
    """The page that torchvista makes, with its defaults."""
    page = folder / f"torchvista {name}.html"
    torchvista.trace_model(model, tokens, export_format="html", export_path=str(page))
    return Subject(name, "torchvista", page)


def plain(folder: Path, name: str, report: Report) -> Subject:
    """All nodes at once, laid out to SVG by the same Graphviz."""
    page = folder / f"graphviz {name}.html"
    packed = base64.b64encode(bundle.graphviz_gz()).decode()
    source = "digraph { node [shape=box]\n" + "\n".join(line for graph in report.graphs for line in dot(graph)) + "\n}"
    quoted = json.dumps(source).replace("<", "\\u003c")
    page.write_text(f"""<!doctype html><meta charset="utf-8"><title>Graphviz</title>
<script type="text/plain" id="packed">{packed}</script>
<script type="application/json" id="dot">{quoted}</script>
<script type="module">
const bytes = Uint8Array.from(atob(document.getElementById("packed").textContent), (c) => c.charCodeAt(0));
const stream = new Blob([bytes]).stream().pipeThrough(new DecompressionStream("gzip"));
const all = new Uint8Array(await new Response(stream).arrayBuffer());
const start = all.indexOf(10) + 1;
const end = start + Number(new TextDecoder().decode(all.subarray(0, start)));
await import(URL.createObjectURL(new Blob([all.subarray(start, end)], {{ type: "text/javascript" }})));
const engine = await globalThis.dynexplainGraphviz.load(all.subarray(end));
document.body.innerHTML = engine.layout(JSON.parse(document.getElementById("dot").textContent), "svg");
</script>""")
    return Subject(name, "graphviz", page)


def dot(graph: Graph) -> list[str]:
    """The nodes and edges of a graph in DOT, weights as nodes of their own."""
    nodes = graph.nodes
    names = [f"g{graph.index}_{node}" for node in range(len(nodes.name))]
    lines = [
        f"{name} [label={json.dumps(nodes.strings[target] or '?')}]"
        for name, target in zip(names, nodes.target, strict=True)
    ]
    return lines + [f"{names[at]} -> {names[node]}" for node, inputs in enumerate(nodes.inputs) for at in inputs]


def synthetic(folder: Path, size: str) -> ExplainOutput:
    """A report that the viewer's tests make up."""
    path = folder / f"{size}.json"
    subprocess.run(["node", str(ROOT / "js" / "scripts" / "page.mjs"), str(path), size], check=True)
    return dynexplain.load(path)
