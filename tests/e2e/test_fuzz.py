"""A thousand hostile texts in a report: nothing of them runs, nothing of them breaks what shows them."""

from __future__ import annotations

import re
from collections.abc import Callable
from pathlib import Path
from xml.etree import ElementTree

import pytest
from playwright.sync_api import Page, expect

import dynexplain
from dynexplain import ExplainOutput
from dynexplain.model.report import Report
from dynexplain.render.page import html
from support.hostile import hostile
from support.widget_page import widget_page

from .tabs import TABS

pytestmark = pytest.mark.e2e

GOLDEN = Path(__file__).resolve().parents[1] / "golden" / "reports"
TRAP = "window.ran = []; window.hostileRan = () => window.ran.push(new Error().stack);"
SUSPECTS = """() => {
    const found = [];
    const look = (root) => {
        // The static report's own picture: one, with two attributes.
        const picture = root.querySelector('.dynexplain-static figure > img[src^="data:image/svg+xml;base64,"]');
        for (const element of root.querySelectorAll("*")) {
            if (element === picture && element.attributes.length === 2) continue;
            if (/^(img|iframe|object|embed|foreignobject|base|meta|link|math)$/i.test(element.localName)) {
                if (!element.closest("head")) found.push(element.outerHTML.slice(0, 200));
            }
            for (const { name, value } of element.attributes) {
                const address = /^(href|src|xlink:href|action|formaction)$/.test(name);
                if (/^on/i.test(name) || (address && !/^(https?:|blob:|#)/.test(value))) {
                    found.push(`${name}=${value}`.slice(0, 200));
                }
            }
            if (element.shadowRoot) look(element.shadowRoot);
        }
    };
    look(document);
    return found;
}"""


def fuzzed() -> list[tuple[Report, int]]:
    """Reports that hold a thousand hostile texts in all."""
    return [
        hostile(dynexplain.load(GOLDEN / f"{name}.json").report, 1_000, seed)
        for seed, name in enumerate(("score_batch", "recompiles", "raises"))
    ]


def nothing_ran(page: Page) -> None:
    assert page.evaluate("window.ran") == []
    assert page.evaluate(SUSPECTS) == []


def walk(page: Page, folder: Path) -> None:
    """Open every tab and every fold, point at things, select some, save the picture."""
    page.locator(".dx .tabs").wait_for()
    for name in TABS:
        page.locator(f"[role=tab][aria-controls$=panel-{name}]").click()
        panel = page.locator(f".panel.{name}")
        expect(panel.locator(":scope > *")).not_to_have_count(0)
        if name == "graph":
            panel.locator(".canvas .box").first.wait_for(state="attached")
        panel.evaluate("panel => panel.querySelectorAll('details').forEach(fold => (fold.open = true))")
        for part in panel.locator(".row:not(.header), .canvas .box, .line, .badge").all()[:6]:
            part.dispatch_event("pointerover")
            part.dispatch_event("click")
    for part in page.locator(".timeline .item, .timeline .marker").all()[:8]:
        part.dispatch_event("pointerover")
        part.dispatch_event("click")
    nothing_ran(page)
    with page.expect_download() as download:
        page.get_by_role("button", name="Save as SVG").click()
    download.value.save_as(folder / "graph.svg")
    picture = (folder / "graph.svg").read_text(encoding="utf-8")
    root = ElementTree.fromstring(picture)
    assert {element.tag.rpartition("}")[2] for element in root.iter()} <= {
        "svg",
        "title",
        "g",
        "rect",
        "path",
        "text",
        "tspan",
    }
    assert not [name for element in root.iter() for name in element.attrib if name.startswith("on") or "href" in name]
    page.goto((folder / "graph.svg").as_uri())
    assert page.evaluate("window.ran") == []


def test_a_thousand_texts_are_used():
    assert sum(used for _, used in fuzzed()) >= 1_000


@pytest.mark.parametrize("at", range(3))
@pytest.mark.parametrize("shown", ["page", "widget"])
def test_nothing_runs_and_nothing_breaks(shown: str, at: int, open_page: Callable[..., Page], tmp_path: Path):
    report, _ = fuzzed()[at]
    path = tmp_path / "hostile.html"
    path.write_text(html.page(report) if shown == "page" else widget_page(report), encoding="utf-8")
    page = open_page(offline=True, reduced_motion="reduce")
    page.add_init_script(TRAP)
    page.goto(path.as_uri())
    walk(page, tmp_path)


@pytest.mark.parametrize("at", range(3))
def test_nothing_runs_without_the_viewer(at: int, open_page: Callable[..., Page], tmp_path: Path):
    report, _ = fuzzed()[at]
    page = open_page(offline=True)
    page.add_init_script(TRAP)
    path = tmp_path / "static.html"
    path.write_text(f"<!doctype html><meta charset=utf-8><body>{html.static(report)}", encoding="utf-8")
    page.goto(path.as_uri())
    expect(page.locator("details").first.or_(page.locator("h3, h4")).first).to_be_attached()
    nothing_ran(page)
    picture = tmp_path / "python.svg"
    ExplainOutput(report).to_svg(picture)
    ElementTree.fromstring(picture.read_text(encoding="utf-8"))
    page.goto(picture.as_uri())
    assert page.evaluate("window.ran") == []


def test_no_text_of_a_report_gets_into_the_script_of_the_page():
    report, _ = fuzzed()[0]
    scripts = re.findall(r"<script[^>]*>(.*?)</script>", html.page(report), flags=re.DOTALL)
    assert len(scripts) == 4
    assert not [script for script in scripts if "hostileRan" in script]
