"""The page and the widget where a browser allows less, or shows them later than they are drawn."""

from __future__ import annotations

import re
from collections.abc import Callable
from pathlib import Path

import pytest
from playwright.sync_api import Page, expect

import dynexplain
from dynexplain.render.page import html
from support.widget_page import widget_page

pytestmark = pytest.mark.e2e

GOLDEN = Path(__file__).resolve().parents[1] / "golden" / "reports"
SHARE_IN_SIGHT = """canvas => {
    const frame = canvas.getBoundingClientRect();
    const shown = canvas.querySelector(".cluster.graph").getBoundingClientRect();
    return (Math.min(shown.right, frame.right) - Math.max(shown.left, frame.left)) / shown.width;
}"""
HIDDEN = ("display: none", "width: 0; overflow: hidden", "height: 0; overflow: hidden", "content-visibility: hidden")


@pytest.mark.parametrize("style", HIDDEN)
def test_a_graph_that_was_drawn_out_of_sight_is_fitted_when_it_is_shown(
    style: str, open_page: Callable[..., Page], tmp_path: Path
):
    report = dynexplain.load(GOLDEN / "score_batch.json").report
    place = f'<div id="place" style="{style}"><div id="dynexplain"></div></div>'
    path = tmp_path / "widget.html"
    path.write_text(widget_page(report).replace('<div id="dynexplain"></div>', place), encoding="utf-8")
    page = open_page(offline=True, reduced_motion="reduce")
    page.goto(path.as_uri())
    tab = page.get_by_role("tab", name=re.compile("^Graph"), include_hidden=True)
    tab.dispatch_event("click")
    canvas = page.locator("svg.canvas")
    canvas.locator(".box").first.wait_for(state="attached")
    page.evaluate("document.getElementById('place').style = ''")
    expect(canvas.locator(".cluster.graph").first).to_be_in_viewport()
    page.wait_for_timeout(300)
    assert canvas.evaluate(SHARE_IN_SIGHT) > 0.99


LOOK = """viewer => [...viewer.shadowRoot.querySelectorAll(".dx, .dx *")].map((element) => {
    const { direction, fontSize, letterSpacing, textTransform, textIndent, whiteSpace, textShadow } =
        getComputedStyle(element);
    return [element.className, direction, fontSize, letterSpacing, textTransform, textIndent, whiteSpace, textShadow];
})"""
LOUD = """body { font-size: 40px; letter-spacing: 0.3em; text-transform: uppercase; text-indent: 3em; white-space: pre;
direction: rtl; text-shadow: 2px 2px red } * { all: revert; box-sizing: content-box }"""


def test_the_style_of_the_page_around_does_not_get_in(open_page: Callable[..., Page], score_page: str, tmp_path: Path):
    text = Path(score_page.removeprefix("file://")).read_text(encoding="utf-8")
    path = tmp_path / "loud.html"
    path.write_text(text.replace("</head>", f"<style>{LOUD}</style></head>"), encoding="utf-8")
    looks = []
    for address in (score_page, path.as_uri()):
        page = open_page(offline=True)
        page.goto(address)
        page.locator(".dx .tabs").wait_for()
        looks.append(page.locator("#dynexplain > div").evaluate(LOOK))
    assert looks[0] == looks[1]


def test_capitals_around_the_summary_make_no_other_units(open_page: Callable[..., Page], tmp_path: Path):
    report = dynexplain.load(GOLDEN / "score_batch.json").report
    path = tmp_path / "static.html"
    path.write_text(f"<meta charset=utf-8><style>{LOUD}</style><body>{html.static(report)}", encoding="utf-8")
    page = open_page(offline=True)
    page.goto(path.as_uri())
    # As it is drawn: capitals make milliseconds of microseconds.
    assert "µs to check them all" in page.locator(".dynexplain-static").inner_text()


def cut_off(text: str) -> str:
    return text[: text.rindex("<script>")]


def damaged(text: str) -> str:
    return re.sub(r'(id="dynexplain-report">.{400})[^<]*', r"\1", text)


@pytest.mark.parametrize("way", ["policy", "cut off", "damaged"])
def test_the_summary_is_whole_where_the_viewer_does_not_come(
    way: str, open_page: Callable[..., Page], score_page: str, tmp_path: Path
):
    text = Path(score_page.removeprefix("file://")).read_text(encoding="utf-8")
    policy = '<meta http-equiv="Content-Security-Policy" content="script-src \'self\'">'
    change = {"policy": lambda text: text.replace("<head>", f"<head>{policy}"), "cut off": cut_off, "damaged": damaged}
    path = tmp_path / "page.html"
    path.write_text(change[way](text), encoding="utf-8")
    page = open_page(offline=True, expected="Content Security Policy|dynexplain:")
    page.goto(path.as_uri())
    expect(page.locator(".dx-section").first).to_be_visible()
    expect(page.get_by_role("alert")).to_have_count(1 if way == "damaged" else 0)
