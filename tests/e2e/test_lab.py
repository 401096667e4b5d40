"""A report in JupyterLab and Notebook 7: unfold, fold, select, read, save."""

from __future__ import annotations

import re
from collections.abc import Callable
from pathlib import Path
from xml.etree import ElementTree

import pytest
from playwright.sync_api import Locator, Page, expect

from .lab import Lab, menu

pytestmark = pytest.mark.e2e

MODEL = """
import torch
from dynexplain import explain

class Block(torch.nn.Module):
    def __init__(self):
        super().__init__()
        self.norm = torch.nn.LayerNorm(8)
        self.linear = torch.nn.Linear(8, 8)

    def forward(self, x):
        return x + torch.relu(self.linear(self.norm(x)))

class Net(torch.nn.Module):
    def __init__(self):
        super().__init__()
        self.blocks = torch.nn.Sequential(Block(), Block(), Block())

    def forward(self, x):
        return self.blocks(x)

def score(net, x):
    h = net(x)
    print("mean", h.mean())
    return h.softmax(dim=-1)
"""
SHOW = """
out = explain(score)(Net(), torch.randn(2, 8))
print("guards in Python:", sum(tree.count for tree in out.report.guards))
out
"""

NOTEBOOKS_OWN = r"reading 'schema'|filebrowser:open-path"
"""What Notebook 7 complains of by itself."""


@pytest.fixture
def page(lab: Lab, open_page: Callable[..., Page], request: pytest.FixtureRequest) -> Page:
    lab.write("report.ipynb", MODEL, SHOW)
    view = getattr(request, "param", "lab/tree")
    page = open_page(expected=NOTEBOOKS_OWN if view == "notebooks" else None)
    lab.run_all(page, "report.ipynb", view)
    return page


def report(page: Page) -> Locator:
    return page.get_by_role("region", name="dynexplain: score")


def tab(viewer: Locator, name: str) -> None:
    viewer.get_by_role("tab", name=re.compile(f"^{name}")).click()


def number(text: str, pattern: str) -> int:
    """The number that ``pattern`` finds in a text."""
    found = re.search(pattern, text)
    assert found, text
    return int(found[1].replace(",", ""))


@pytest.mark.parametrize("page", ["lab/tree", "notebooks"], indirect=True, ids=["jupyterlab", "notebook 7"])
def test_a_report_in_jupyter(page: Page, saved: Path):
    viewer = report(page)
    expect(viewer.get_by_role("heading", level=2)).to_have_text("1 graph break split score into 2 graphs.")

    tab(viewer, "Graph")
    tree = viewer.get_by_role("tree", name="The captured graphs")
    tree.get_by_role("treeitem", name="Block ×3", expanded=False).click()
    blocks = tree.get_by_role("treeitem", name=re.compile(r"^\d 4 ops"), expanded=False)
    expect(blocks).to_have_count(3)
    blocks.first.click()
    inside = tree.get_by_role("treeitem", name=re.compile("^(layer_norm|norm)"))
    expect(inside).to_have_count(1)
    expect(blocks).to_have_count(2)
    tree.press("ArrowLeft")  # folds what was unfolded last
    expect(inside).to_have_count(0)
    expect(blocks).to_have_count(3)

    tree.get_by_role("treeitem", name="print cannot be traced").click()
    selected = viewer.get_by_role("status").filter(has_text="print cannot be traced")
    expect(selected).to_contain_text("line")
    selected.get_by_role("button", name="how to fix").click()
    expect(viewer.get_by_role("article", name="Cause 1")).to_contain_text('print("mean", h.mean())')

    tab(viewer, "Guards")
    guards = number(page.get_by_text("guards in Python:").last.inner_text(), r"Python: (\d+)")
    chip = viewer.get_by_role("button", name=re.compile(r"\d guards"))
    panel = viewer.get_by_role("tabpanel", name=re.compile("^Guards"))
    assert number(chip.inner_text(), r"([\d,]+) guards") == guards
    assert number(panel.inner_text(), r"([\d,]+) guards") == guards

    with page.expect_download() as download:
        viewer.get_by_role("button", name="Save as SVG").click()
    download.value.save_as(saved / "graph.svg")
    picture = (saved / "graph.svg").read_text()
    assert ElementTree.fromstring(picture).tag == "{http://www.w3.org/2000/svg}svg"
    assert "Graph 0" in picture
    assert "print cannot be traced" in picture


def test_the_viewer_asks_whether_another_call_would_be_compiled_again(page: Page):
    viewer = report(page)
    tab(viewer, "Recompiles")
    arguments = viewer.get_by_label("Arguments of another call of score")
    answer = viewer.get_by_role("status")
    arguments.fill("Net(), torch.zeros(2, 8).double()")
    viewer.get_by_role("button", name="Ask").click()
    expect(answer.filter(has_text="would be compiled again")).to_contain_text("float64")
    arguments.fill("Net(), torch.randn(")
    arguments.press("Enter")
    expect(answer.filter(has_text="SyntaxError")).to_have_count(1)


def test_a_saved_notebook_shows_the_static_report_without_its_kernel(
    page: Page, lab: Lab, open_page: Callable[..., Page]
):
    static = page.locator(".dynexplain-static")
    expect(report(page)).to_be_visible()
    expect(static).to_be_hidden()
    page.get_by_role("button", name=re.compile("^Save and create")).click()
    menu(page, "Kernel", "Shut Down Kernel")
    page.get_by_role("button", name="No Kernel", exact=True).wait_for()

    again = open_page(expected="widget model not found")
    again.goto(f"{lab.url}/lab/tree/report.ipynb?reset")
    expect(again.get_by_text("Error displaying widget")).to_have_count(1)
    expect(again.get_by_text("Error displaying widget")).to_be_hidden()
    expect(again.locator(".dynexplain-static")).to_contain_text("1 graph break split score into 2 graphs.")
    expect(again.locator(".dynexplain-static")).to_be_visible()


SLOW = """
import time

%load_ext dynexplain

def slowly(module, inputs):
    time.sleep(120)
    return module
"""


def test_a_long_compilation_says_where_it_is_and_can_be_interrupted(lab: Lab, open_page: Callable[..., Page]):
    lab.write("slow.ipynb", MODEL, SLOW, "%dynexplain --backend slowly score(Net(), torch.randn(2, 8))")
    page = open_page()
    lab.run_all(page, "slow.ipynb")
    line = page.get_by_text(re.compile(r"slowly compiles a graph of 13 ops from"))
    expect(line).to_contain_text("0 frames compiled so far")
    page.get_by_role("button", name=re.compile("^Interrupt")).click()
    expect(line).to_have_count(0)
    expect(report(page).get_by_role("heading", level=2)).to_contain_text("KeyboardInterrupt")


BUSY = """
import time
from pathlib import Path
while not Path("go on").exists():
    time.sleep(0.1)
"""
"""A cell that runs until the test says so."""


def test_a_busy_kernel_hands_over_graphviz_when_it_is_free(lab: Lab, open_page: Callable[..., Page]):
    lab.write("busy.ipynb", MODEL, SHOW, BUSY)
    page = open_page()
    lab.run_all(page, "busy.ipynb")
    viewer = report(page)
    tab(viewer, "Graph")
    expect(viewer.get_by_text("Graphviz has not come yet")).to_be_visible()
    tree = viewer.get_by_role("tree", name="The captured graphs")
    expect(tree.get_by_role("treeitem", name=re.compile("^blocks"))).to_be_visible()
    (lab.folder / "go on").touch()
    expect(viewer.get_by_text("Graphviz has not come yet")).to_be_hidden()
    expect(tree.get_by_role("treeitem", name=re.compile("^blocks"))).to_be_visible()
