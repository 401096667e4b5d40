"""A notebook that nbconvert made a page of: the static report, with no network and no script of ours."""

from __future__ import annotations

import re
from collections.abc import Callable
from pathlib import Path

import nbformat
import pytest
from nbclient import NotebookClient
from nbconvert import HTMLExporter
from nbformat.v4 import new_code_cell, new_notebook
from playwright.sync_api import Browser, Page, expect

from dynexplain.notebook.export import StaticReports

from .lab import KERNEL
from .test_lab import MODEL

pytestmark = [pytest.mark.e2e, pytest.mark.filterwarnings("ignore::DeprecationWarning")]

SHOW = "explain(score)(Net(), torch.randn(2, 8))"
WIDGET = "application/vnd.jupyter.widget-view+json"


@pytest.fixture(scope="module")
def notebook() -> nbformat.NotebookNode:
    """A notebook that ran, with the state of its widgets, as JupyterLab saves it where it is told to."""
    notebook = new_notebook(cells=[new_code_cell(MODEL), new_code_cell(SHOW)], metadata={"kernelspec": KERNEL})
    return NotebookClient(notebook, timeout=300, store_widget_state=True).execute()


@pytest.fixture
def offline(browser: Browser) -> Callable[[str, Path], Page]:
    """Open a page where there is no network; nbconvert's own pages ask for MathJax, in vain."""
    contexts = []

    def show(text: str, folder: Path) -> Page:
        path = folder / "notebook.html"
        path.write_text(text, encoding="utf-8")
        context = browser.new_context(offline=True, viewport={"width": 1000, "height": 1200})
        contexts.append(context)
        page = context.new_page()
        page.goto(path.as_uri())
        return page

    yield show
    for context in contexts:
        context.close()


def sees_the_report(page: Page) -> None:
    expect(page.get_by_text("1 graph break split score into 2 graphs.").first).to_be_visible()
    expect(page.get_by_text('print("mean", h.mean())').last).to_be_visible()
    picture = page.get_by_role("img", name=re.compile("^Captured graphs of score"))
    expect(picture).to_be_visible()
    assert picture.evaluate("image => image.naturalHeight") > 100


def test_a_notebook_without_the_state_of_widgets(notebook, offline, tmp_path):
    plain = nbformat.from_dict(notebook)
    plain.metadata = {"kernelspec": KERNEL}
    body, _ = HTMLExporter().from_notebook_node(plain)
    sees_the_report(offline(body, tmp_path))


def test_a_notebook_with_the_state_of_widgets(notebook, offline, tmp_path):
    assert [output for cell in notebook.cells for output in cell.outputs if WIDGET in output.get("data", {})]
    body, _ = HTMLExporter(preprocessors=[StaticReports]).from_notebook_node(nbformat.from_dict(notebook))
    assert f'<script type="{WIDGET}">' not in body
    sees_the_report(offline(body, tmp_path))
