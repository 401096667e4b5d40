"""The page where it is narrow, on paper, in the system's own colours, and for somebody without a mouse."""

from __future__ import annotations

import re
from collections.abc import Callable

import pytest
from playwright.sync_api import Locator, Page, expect

from .tabs import NAMES
from .test_page import BRIGHTNESS

pytestmark = pytest.mark.e2e

COLOUR = "element => getComputedStyle(element).backgroundColor"
TOO_WIDE = """root => [...root.querySelectorAll(".panel:not([hidden]) *, .head *")]
    .filter((element) => !element.closest(".virtual, pre, .code-frame, svg"))
    .filter((element) => element.getBoundingClientRect().right > root.getBoundingClientRect().right + 1)
    .map((element) => element.textContent)"""


def shown(page: Page, address: str) -> Locator:
    page.goto(address)
    return page.get_by_role("region", name="dynexplain: score_batch")


@pytest.mark.parametrize("width", [400, 700])
def test_nothing_is_wider_than_a_narrow_page(open_page: Callable[..., Page], score_page: str, width: int):
    viewer = shown(open_page(viewport={"width": width, "height": 800}), score_page)
    for name in NAMES:
        viewer.get_by_role("tab", name=re.compile(f"^{name}")).click()
        panel = viewer.get_by_role("tabpanel", name=re.compile(f"^{name}"))
        expect(panel.locator("> *").first).to_be_visible()
        assert viewer.evaluate(TOO_WIDE) == []


def test_a_word_is_explained_where_the_keyboard_comes_to_it(open_page: Callable[..., Page], score_page: str):
    page = open_page()
    viewer = shown(page, score_page)
    viewer.get_by_role("button", name=re.compile("to compile$")).focus()
    page.keyboard.press("Tab")  # the versions
    page.keyboard.press("Tab")
    tooltip = viewer.get_by_role("tooltip")
    expect(tooltip).to_contain_text("The captured graphs, as they ran.")
    expect(viewer.get_by_text("in graphs", exact=True)).to_have_accessible_description(re.compile("as they ran"))
    page.keyboard.press("Tab")
    expect(tooltip).to_contain_text("The code around and between graphs.")
    page.keyboard.press("Escape")
    expect(tooltip).to_be_hidden()


def test_paper_is_white_and_has_all_rows(open_page: Callable[..., Page], score_page: str):
    page = open_page(color_scheme="dark")
    viewer = shown(page, score_page)
    viewer.get_by_role("tab", name=re.compile("^Frames")).click()
    rows = viewer.get_by_role("grid", name="Functions that ran").get_by_role("row")
    total = int(viewer.get_by_role("tab", name=re.compile("^Frames")).inner_text().split()[-1])
    assert rows.count() < total
    page.emulate_media(media="print")
    page.evaluate("dispatchEvent(new Event('beforeprint'))")
    expect(rows).to_have_count(total + 1)  # and the header
    assert viewer.evaluate(BRIGHTNESS) > 200


def test_what_is_only_a_colour_stays_where_the_system_has_its_own(open_page: Callable[..., Page], score_page: str):
    viewer = shown(open_page(forced_colors="active"), score_page)
    expect(viewer.locator(".gutter .g0").first).to_be_visible()
    assert viewer.locator(".gutter .g0").first.evaluate(COLOUR) != viewer.evaluate(COLOUR)
    assert viewer.locator(".swatch.break").first.evaluate(COLOUR) != viewer.evaluate(COLOUR)
