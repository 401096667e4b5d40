"""``make demo``: explains a real model and a small function with breaks, and writes what there is to look at."""

from __future__ import annotations

import argparse
from pathlib import Path

import nbformat
import torch
from nbclient import NotebookClient
from nbconvert import HTMLExporter
from nbformat.v4 import new_markdown_cell
from transformers import BertConfig, BertModel

from dynexplain import explain
from dynexplain.notebook.export import StaticReports

TOUR = Path(__file__).with_name("01_tour.ipynb")

# nbconvert's page asks a CDN for three libraries that the tour has no use for.
OFFLINE_PAGE = """
{%- extends 'lab/index.html.j2' -%}
{%- block html_head_js -%}{%- endblock -%}
{%- block html_head_js_mathjax -%}{%- endblock -%}
{%- block html_head_js_mermaidjs -%}{%- endblock -%}
"""

NOTE = """> This page was written by `make demo`. It shows the reports as still pictures, without the tabs that the text
> speaks of; `make lab` opens the same notebook with the interactive viewer."""


def score(x, weight):
    """Two lines of it stand in Dynamo's way."""
    h = torch.relu(x) @ weight
    print("mean", h.mean())
    if h.mean() > 0:
        h = h * 2
    return h.softmax(dim=-1)


def bert() -> tuple[BertModel, torch.Tensor]:
    """A BERT with all its 12 layers, random weights, and little width so that it is quick."""
    torch.manual_seed(0)
    config = BertConfig(hidden_size=64, intermediate_size=128, num_attention_heads=4)
    return BertModel(config).eval(), torch.randint(0, config.vocab_size, (2, 16))


def execute(path: Path) -> nbformat.NotebookNode:
    """Run a notebook from top to bottom.

    Raises:
        nbclient.exceptions.CellExecutionError: A cell raised.
    """
    notebook = nbformat.read(path, as_version=4)
    quiet = ["--IPKernelApp.log_level=ERROR"]
    NotebookClient(notebook, timeout=300, store_widget_state=False, extra_arguments=quiet).execute()
    return notebook


def page(notebook: nbformat.NotebookNode, title: str) -> str:
    """An executed notebook as HTML that needs no network: every report is its static picture."""
    notebook.cells.insert(1, new_markdown_cell(NOTE))
    notebook.metadata["title"] = title
    exporter = HTMLExporter(raw_template=OFFLINE_PAGE, preprocessors=[StaticReports])
    html, _resources = exporter.from_notebook_node(notebook)
    return html


def main(folder: Path) -> None:
    """Print both reports, and write the files."""
    folder.mkdir(parents=True, exist_ok=True)
    model, ids = bert()
    heading("BERT, 12 layers, random weights")
    whole = explain(model)(ids)
    print(whole)

    heading("A function with two breaks")
    torch.manual_seed(0)
    broken = explain(score)(torch.randn(4, 8), torch.randn(8, 4))
    print(broken)

    heading("Files")
    write(folder / "bert.svg", whole.to_svg(), "the model's graph as a picture")
    write(folder / "bert.json", whole.to_json(), "everything that is known about it; dynexplain.load reads it")
    write(folder / "bert.html", whole.to_html(), "the viewer, in one file")
    write(folder / "score.html", broken.to_html(), "the same for the function with breaks")
    write(folder / "01_tour.html", page(execute(TOUR), "dynexplain in five minutes"), "the tour, executed just now")


def heading(text: str) -> None:
    """Say what comes next."""
    print(f"\n── {text} ".ljust(91, "─"), end="\n\n", flush=True)


def write(path: Path, text: str, what: str) -> None:
    """Write a file, and say so."""
    path.write_text(text, encoding="utf-8")
    print(f"{path!s:26} {path.stat().st_size / 1e6:5.2f} MB  {what}", flush=True)


if __name__ == "__main__":
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("folder", type=Path, nargs="?", default=Path("demo-output"))
    main(parser.parse_args().folder)
