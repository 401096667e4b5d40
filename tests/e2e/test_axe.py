"""Accessibility: axe-core finds nothing serious in any tab, and all of the viewer can be reached by keyboard."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest
from playwright.sync_api import Locator, Page, expect

import dynexplain
from dynexplain.render.page import html

from .tabs import TABS

pytestmark = pytest.mark.e2e

ROOT = Path(__file__).resolve().parents[2]
GOLDEN = sorted(path.stem for path in (ROOT / "tests" / "golden" / "reports").glob("*.json"))
AXE = ROOT / "js" / "node_modules" / "axe-core" / "axe.min.js"
FINDINGS = """async () => {
    const { violations } = await axe.run(document, { resultTypes: ["violations"] });
    return violations
        .filter(({ impact }) => impact === "serious" || impact === "critical")
        .map(({ id, nodes }) => `${id}: ${nodes.length} × ${nodes[0].html.slice(0, 200)} ${nodes[0].failureSummary}`);
}"""
FOCUSED = """() => {
    let at = document.activeElement;
    while (at?.shadowRoot?.activeElement) at = at.shadowRoot.activeElement;
    return at ? `${at.getAttribute("role") ?? at.localName}: ${at.getAttribute("aria-label") ?? at.textContent}` : "";
}"""


@pytest.fixture(scope="module")
def address(tmp_path_factory: pytest.TempPathFactory) -> Callable[[str], str]:
    """The address of the page of a golden report."""
    folder = tmp_path_factory.mktemp("pages")

    def address(name: str) -> str:
        page = folder / f"{name}.html"
        if not page.exists():
            dynexplain.load(ROOT / "tests" / "golden" / "reports" / f"{name}.json").to_html(page)
        return page.as_uri()

    return address


def tab(page: Page, name: str) -> Locator:
    return page.locator(f"[role=tab][aria-controls$=panel-{name}]")


@pytest.mark.parametrize("theme", ["light", "dark"])
@pytest.mark.parametrize("name", GOLDEN)
def test_axe_finds_nothing_serious(name: str, theme: str, address, open_page):
    page = open_page(offline=True, color_scheme=theme, reduced_motion="reduce", bypass_csp=True)
    page.goto(address(name))
    page.locator(".dx .tabs").wait_for()
    page.add_script_tag(path=AXE)
    found = {}
    for name in TABS:
        tab(page, name).click()
        panel = page.get_by_role("tabpanel")
        expect(panel.locator(":scope > *")).not_to_have_count(0)
        if name == "graph":
            panel.locator(".canvas .box, .nothing").first.wait_for(state="attached")
        panel.evaluate("panel => panel.querySelectorAll('details').forEach(fold => (fold.open = true))")
        found[name] = page.evaluate(FINDINGS)
    assert {name: findings for name, findings in found.items() if findings} == {}


@pytest.mark.parametrize("theme", ["light", "dark"])
def test_axe_finds_nothing_serious_without_scripts(theme: str, address, open_page):
    page = open_page(offline=True, color_scheme=theme)
    page.set_content(html.static(report_of("score_batch")))
    page.add_script_tag(path=AXE)
    assert [one for one in page.evaluate(FINDINGS) if not one.startswith(("document-title", "html-has-lang"))] == []


def report_of(name: str) -> dynexplain.Report:
    return dynexplain.load(ROOT / "tests" / "golden" / "reports" / f"{name}.json").report


def test_the_tab_key_reaches_every_part(address, open_page):
    page = open_page(offline=True)
    page.goto(address("score_batch"))
    tab(page, "source").wait_for()
    seen = []
    for _ in range(60):
        page.keyboard.press("Tab")
        seen.append(page.evaluate(FOCUSED))
        if seen.count(seen[0]) > 1:
            break
    text = "\n".join(seen)
    for part in ("Save as SVG", "graphs", "listbox: Timeline", "tab: Source", "how to fix"):
        assert part in text


def test_the_viewer_is_read_by_keyboard_alone(address, open_page):
    page = open_page(offline=True, reduced_motion="reduce")
    page.goto(address("score_batch"))
    tab(page, "source").focus()
    page.keyboard.press("ArrowRight")
    expect(tab(page, "graph")).to_have_attribute("aria-selected", "true")
    expect(tab(page, "graph")).to_be_focused()

    tree = page.get_by_role("tree", name="The captured graphs")
    tree.get_by_role("treeitem", name="Block ×4").wait_for()
    tree.focus()
    label = ""
    for _ in range(12):
        page.keyboard.press("ArrowDown")
        label = active(page, tree)
        if label.startswith("Block"):
            break
    assert label.startswith("Block ×4")
    page.keyboard.press("ArrowRight")
    expect(tree.get_by_role("treeitem", name="0 5 ops")).to_have_count(1)
    page.keyboard.press("ArrowLeft")
    expect(tree.get_by_role("treeitem", name="0 5 ops")).to_have_count(0)
    page.keyboard.press("End")
    page.keyboard.press("Enter")
    expect(page.get_by_role("status").filter(has_text="Graph 3")).to_be_visible()

    tab(page, "guards").focus()
    page.keyboard.press("Enter")
    table = page.get_by_role("treegrid")
    table.focus()
    page.keyboard.press("ArrowDown")
    assert "score_batch [0/0]" in active(page, table)
    rows = table.get_by_role("row")
    before = rows.count()
    page.keyboard.press("ArrowLeft")
    expect(rows).not_to_have_count(before)
    page.keyboard.press("ArrowRight")
    expect(rows).to_have_count(before)

    timeline = page.get_by_role("listbox", name="Timeline")
    timeline.focus()
    page.keyboard.press("ArrowRight")
    assert "score_batch" in active(page, timeline)
    page.keyboard.press("+")
    expect(page.get_by_role("button", name="whole run")).to_be_visible()
    page.keyboard.press("0")
    expect(page.get_by_role("button", name="whole run")).to_have_count(0)
    page.keyboard.press("Escape")
    expect(page.locator(".selected")).to_be_hidden()


def active(page: Page, widget: Locator) -> str:
    """The name of the part of a widget that the keyboard is on."""
    found = widget.get_attribute("aria-activedescendant")
    assert found
    part = page.locator(f"#{found}")
    return part.get_attribute("aria-label") or part.inner_text()
