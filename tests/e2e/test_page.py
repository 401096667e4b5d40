"""Pages opened from a file, with no network: the viewer by itself, and what ``make demo`` writes."""

from __future__ import annotations

import re
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path
from urllib.parse import unquote, urlparse

import pytest
from playwright.sync_api import Page, expect

import dynexplain

pytestmark = pytest.mark.e2e

ROOT = Path(__file__).resolve().parents[2]
BRIGHTNESS = """element => {
    const [r, g, b] = getComputedStyle(element).backgroundColor.match(/[\\d.]+/g).map(Number);
    return (r + g + b) / 3;
}"""


@pytest.fixture(scope="session")
def demo(tmp_path_factory: pytest.TempPathFactory) -> tuple[Path, str]:
    """The folder that the demo writes, and what it prints."""
    folder = tmp_path_factory.mktemp("demo")
    command = [sys.executable, str(ROOT / "notebooks" / "demo.py"), str(folder)]
    done = subprocess.run(command, capture_output=True, text=True, cwd=folder)
    assert done.returncode == 0, done.stderr
    return folder, done.stdout


@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_the_page_works_without_a_network(open_page: Callable[..., Page], score_page: str, scheme: str, saved: Path):
    page = open_page(offline=True, color_scheme=scheme)
    page.goto(score_page)
    viewer = page.get_by_role("region", name="dynexplain: score_batch")
    expect(viewer.get_by_role("heading", level=2)).to_contain_text("graph breaks")
    brightness = viewer.evaluate(BRIGHTNESS)
    assert brightness > 200 if scheme == "light" else brightness < 60

    viewer.get_by_role("tab", name=re.compile("^Graph")).click()
    tree = viewer.get_by_role("tree", name="The captured graphs")
    expect(tree.get_by_role("treeitem", name=re.compile("^Graph 0"))).to_be_visible()
    assert page.workers, "Graphviz blocks the page where it has to run without a worker"
    with page.expect_download() as download:
        viewer.get_by_role("button", name="Save as SVG").click()
    download.value.save_as(saved)
    assert "Graph 0" in saved.read_text()


def test_every_tab_shows_something(open_page: Callable[..., Page], score_page: str):
    page = open_page(offline=True)
    page.goto(score_page)
    viewer = page.get_by_role("region", name="dynexplain: score_batch")
    tabs = viewer.get_by_role("tab")
    expect(tabs.first).to_be_visible()
    for tab in tabs.all():
        tab.click()
        expect(tab).to_have_attribute("aria-selected", "true")
        expect(viewer.get_by_role("tabpanel")).to_contain_text(re.compile(r"\w{3}"))
        width, inside = page.evaluate("[document.documentElement.clientWidth, document.documentElement.scrollWidth]")
        assert inside <= width, f"{tab.inner_text()} is wider than the page"


def test_the_demo_names_what_it_writes(demo: tuple[Path, str]):
    folder, printed = demo
    for name in ("01_tour.html", "bert.svg", "bert.json", "bert.html", "score.html"):
        assert (folder / name).stat().st_size > 0
        assert str(folder / name) in printed
    assert "is one graph of" in printed
    assert "2 graph breaks split" in printed
    assert dynexplain.load(folder / "bert.json").graph_break_count == 0


def test_the_tour_as_a_page_needs_no_network(open_page: Callable[..., Page], demo: tuple[Path, str]):
    page = open_page(offline=True)
    page.goto((demo[0] / "01_tour.html").as_uri())
    expect(page.get_by_role("heading", name="dynexplain in five minutes")).to_be_visible()
    expect(page.get_by_text("2 graph breaks split score into 3 graphs.").first).to_be_visible()
    pictures = page.locator(".jp-OutputArea-output figure img")
    assert pictures.count() >= 4
    for picture in pictures.all():
        assert picture.bounding_box()["width"] > 100
    assert "Traceback" not in page.inner_text("body")


MEASURE = """lines => {
    const right = (element) => Math.round(element.getBoundingClientRect().right);
    const left = (element) => Math.round(element.getBoundingClientRect().left);
    return {
        ends: [...new Set([...lines.querySelectorAll(".ns")].map(right))].length,
        cut: [...lines.querySelectorAll(".content, .code")].filter((one) => one.scrollWidth > one.clientWidth + 1)
            .length,
        crossed: [...lines.querySelectorAll(".line:has(.asked)")].filter(
            (line) => right(line.querySelector(".code")) > left(line.querySelector(".asked")) + 1,
        ).length,
        shown: lines.querySelectorAll(".ns").length,
    };
}"""


@pytest.mark.parametrize("width", [700, 1000, 1400])
def test_what_was_measured_stands_in_columns_and_no_code_is_cut(
    open_page: Callable[..., Page], score_page: str, width: int
):
    page = open_page(offline=True, viewport={"width": width, "height": 900})
    page.goto(score_page)
    page.get_by_role("tab", name="Source").click()
    lines = page.get_by_role("list", name="Lines of score_batch")
    measured = lines.evaluate(MEASURE)
    assert measured["shown"] > 4
    assert (measured["ends"], measured["cut"], measured["crossed"]) == (1, 0, 0)
    lines.get_by_role("button", name="because of line").first.click()
    assert page.get_by_role("tab", name="Guards").get_attribute("aria-selected") == "true"


@pytest.mark.parametrize("scripts", [True, False], ids=["damaged", "no scripts"])
def test_without_its_viewer_the_page_shows_all_of_the_static_report(
    open_page: Callable[..., Page], score_page: str, tmp_path: Path, scripts: bool
):
    page = open_page(java_script_enabled=scripts, expected="^console: dynexplain:")
    if scripts:
        text = Path(unquote(urlparse(score_page).path)).read_text()
        damaged = tmp_path / "damaged.html"
        damaged.write_text(re.sub('(id="dynexplain-report">.{2000}).{200}', r"\1", text))
        page.goto(damaged.as_uri())
        expect(page.get_by_role("alert")).to_contain_text("This report cannot be shown")
    else:
        page.goto(score_page)
    report = page.get_by_role("region", name="dynexplain report")
    expect(report.get_by_role("heading", level=4).first).to_be_visible()
    expect(report.get_by_role("img")).to_be_visible()
    assert report.get_by_role("img").evaluate("image => image.decode().then(() => image.naturalWidth)") > 100


def test_the_heading_is_there_while_the_viewer_comes(open_page: Callable[..., Page], score_page: str):
    page = open_page()
    # As the page is before its script has begun.
    page.add_init_script("globalThis.requestAnimationFrame = globalThis.setTimeout = () => 0")
    page.goto(score_page)
    report = page.get_by_role("region", name="dynexplain report")
    expect(report.get_by_role("heading", level=3)).to_be_visible()
    expect(report.get_by_role("heading", level=4).first).to_be_hidden()


def test_nothing_gets_out_of_the_page(open_page: Callable[..., Page], score_page: str):
    page = open_page(expected="Content Security Policy|Refused to|violates")
    page.goto(score_page)
    expect(page.get_by_role("region", name="dynexplain: score_batch")).to_be_visible()
    assert page.evaluate("fetch('https://example.com/').then(() => 'out', () => 'stopped')") == "stopped"
    blocked = """() => new Promise((resolve) => {
        addEventListener("securitypolicyviolation", (event) => resolve(event.effectiveDirective));
        document.body.append(Object.assign(document.createElement("script"), { textContent: "window.ran = true" }));
    })"""
    assert page.evaluate(blocked).startswith("script-src")
    assert page.evaluate("window.ran") is None
