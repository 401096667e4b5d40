"""The whole tour in JupyterLab: every cell runs, every report is drawn, and its views answer."""

from __future__ import annotations

import re
import shutil
from collections.abc import Callable
from pathlib import Path

import pytest
from playwright.sync_api import Page, expect

from .lab import Lab

pytestmark = pytest.mark.e2e

TOUR = Path(__file__).parents[2] / "notebooks" / "01_tour.ipynb"
REPORTS = {
    "attention": "No graph breaks. All of attention is one graph of",
    "score": "2 graph breaks split score into 3 graphs.",
    "BertModel": "No graph breaks. All of BertModel is one graph of 314 ops.",
    "scaled": "3 recompiles|2 recompiles",
    "this cell": "No graph breaks in this cell.",
}


def test_the_tour_in_jupyterlab(lab: Lab, open_page: Callable[..., Page]):
    shutil.copy(TOUR, lab.folder)
    page = open_page(viewport={"width": 1100, "height": 30_000})  # JupyterLab draws only the cells that are in sight
    lab.run_all(page, TOUR.name)
    for name, verdict in REPORTS.items():
        viewer = page.get_by_role("region", name=f"dynexplain: {name}", exact=True)
        expect(viewer.get_by_role("heading", level=2)).to_have_text(re.compile(verdict))
    expect(page.locator(".dynexplain-static:visible")).to_have_count(0)
    expect(page.locator("[data-mime-type='application/vnd.jupyter.error']")).to_have_count(0)
    expect(page.get_by_text("would not be compiled again")).to_have_count(1)

    bert = page.get_by_role("region", name="dynexplain: BertModel")
    layers = bert.get_by_role("treeitem", name=re.compile("×12"))
    expect(layers).to_have_count(1)
    layers.click()
    expect(bert.get_by_role("treeitem", name=re.compile(r"^layer\.\d+ 25 ops"))).to_have_count(12)

    score = page.get_by_role("region", name="dynexplain: score")
    score.get_by_role("button", name="how to fix").first.click()
    expect(score.get_by_role("article", name="Cause 1")).to_contain_text('print("mean", h.mean())')
    scaled = page.get_by_role("region", name="dynexplain: scaled")
    scaled.get_by_role("tab", name=re.compile("^Recompiles")).click()
    expect(scaled.get_by_role("article").first).to_contain_text("size(0)")
