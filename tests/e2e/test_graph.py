"""The graph in a browser: what is clicked stays under the pointer, motion is left out when it is not wanted, search."""

from __future__ import annotations

import re
from collections.abc import Callable
from pathlib import Path

import pytest
from playwright.sync_api import Locator, Page, expect

import dynexplain

pytestmark = pytest.mark.e2e

GOLDEN = Path(__file__).resolve().parents[1] / "golden" / "reports"
COUNT_MOVES = """
window.moves = 0;
const animate = Element.prototype.animate;
Element.prototype.animate = function (...how) {
    window.moves++;
    return animate.apply(this, how);
};
"""


@pytest.fixture(scope="module")
def address(tmp_path_factory: pytest.TempPathFactory) -> str:
    path = tmp_path_factory.mktemp("graph") / "bert.html"
    dynexplain.load(GOLDEN / "bert.json").to_html(path)
    return path.as_uri()


def graph(page: Page, address: str) -> Locator:
    page.goto(address)
    page.get_by_role("tab", name=re.compile("^Graph")).click()
    tree = page.get_by_role("tree", name="The captured graphs")
    tree.get_by_role("treeitem", name="layer ×12").wait_for()
    return tree


@pytest.mark.parametrize("motion", ["reduce", "no-preference"])
def test_what_is_unfolded_stays_under_the_pointer(motion: str, address: str, open_page: Callable[..., Page]):
    page = open_page(offline=True, reduced_motion=motion)
    page.add_init_script(COUNT_MOVES)
    tree = graph(page, address)
    mark = tree.get_by_role("treeitem", name="layer ×12").locator(".fold")
    mark.scroll_into_view_if_needed()
    before = mark.bounding_box()
    mark.click()
    expect(tree.get_by_role("treeitem", name=re.compile(r"^layer\.\d+ 25 ops"))).to_have_count(12)
    moves = page.evaluate("window.moves")
    assert (moves == 0) if motion == "reduce" else (moves > 0)
    page.wait_for_timeout(400)  # until what moves has arrived
    after = (
        page.locator(".cluster-title").filter(has_text="layer").filter(has_text="×12").locator(".fold").bounding_box()
    )
    assert before
    assert after
    assert abs(before["x"] - after["x"]) < 8
    assert abs(before["y"] - after["y"]) < 8


def test_search_goes_from_hit_to_hit_and_unfolds_the_way(address: str, open_page: Callable[..., Page]):
    page = open_page(offline=True, reduced_motion="reduce")
    tree = graph(page, address)
    search = page.get_by_role("searchbox", name="Find in the graph")
    search.fill("gelu")
    figure = page.get_by_role("status").filter(has_text=re.compile(r"^\d+ of 12$"))
    expect(figure).to_have_text("1 of 12")
    expect(tree.locator(".box.on")).to_contain_text("gelu")
    page.get_by_role("button", name="Next").click()
    expect(figure).to_have_text("2 of 12")
    page.get_by_role("button", name="Previous").click()
    page.get_by_role("button", name="Previous").click()
    expect(figure).to_have_text("12 of 12")
    expect(tree.locator(".box.on")).to_be_in_viewport()


def test_types_are_written_on_the_edges_on_demand(address: str, open_page: Callable[..., Page]):
    page = open_page(offline=True, reduced_motion="reduce")
    tree = graph(page, address)
    expect(tree.locator(".edge text")).to_have_count(0)
    page.get_by_role("button", name="shapes").click()
    expect(tree.locator(".edge text").filter(has_text="f32[2, 16, 64]")).not_to_have_count(0)
