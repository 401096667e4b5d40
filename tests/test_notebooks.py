"""The notebooks run from top to bottom, and are stored without outputs."""

from __future__ import annotations

from pathlib import Path

import nbformat
import pytest
from nbclient import NotebookClient

NOTEBOOKS = sorted((Path(__file__).resolve().parents[1] / "notebooks").glob("*.ipynb"))

by_name = pytest.mark.parametrize("path", NOTEBOOKS, ids=lambda path: path.stem)


def code_cells(notebook: nbformat.NotebookNode) -> list[nbformat.NotebookNode]:
    return [cell for cell in notebook.cells if cell.cell_type == "code"]


def test_there_is_a_tour():
    assert "01_tour" in [path.stem for path in NOTEBOOKS]


@by_name
def test_is_stored_without_outputs_and_opens_without_a_question(path: Path):
    notebook = nbformat.read(path, as_version=4)
    nbformat.validate(notebook)
    assert notebook.metadata.kernelspec.name == "python3"
    assert "widgets" not in notebook.metadata
    assert [cell.id for cell in code_cells(notebook) if cell.outputs or cell.execution_count] == []


@by_name
def test_runs_from_top_to_bottom(path: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setenv("TMPDIR", str(tmp_path))  # what it saves goes where pytest cleans up
    notebook = nbformat.read(path, as_version=4)
    NotebookClient(notebook, timeout=300, resources={"metadata": {"path": str(tmp_path)}}).execute()
    outputs = [output for cell in code_cells(notebook) for output in cell.outputs]
    stderr = [output.text for output in outputs if output.output_type == "stream" and output.name == "stderr"]
    assert stderr == []
    shown = [output.data for output in outputs if output.get("data", {}).get("text/plain")]
    viewers = [
        output.data for output in outputs if "application/vnd.jupyter.widget-view+json" in output.get("data", {})
    ]
    assert shown
    assert len(shown) == len(viewers)
    for data in shown:  # wherever the notebook is opened, there is something to see
        assert "graph" in data["text/html"]
