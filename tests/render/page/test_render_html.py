"""HTML: escaped, self-contained, and complete without scripts."""

from __future__ import annotations

import base64
import gzip
import json
import re
from html.parser import HTMLParser

import pytest
from msgspec.structs import replace

from dynexplain.errors import RenderError, ViewerNotBuiltError
from dynexplain.render.json import decode
from dynexplain.render.page import html
from dynexplain.render.picture import svg
from support import reports
from support.pieces import joined

VOID = {"br", "img", "meta", "rect", "path", "polygon"}
PICTURE = "data:image/svg+xml;base64,"


class Outline(HTMLParser):
    """Tags that are opened and closed in order, and the links."""

    def __init__(self) -> None:
        super().__init__()
        self.open: list[str] = []
        self.tags: set[str] = set()
        self.links: list[str] = []
        self.pictures: list[str] = []
        self.handlers: list[str] = []

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.tags.add(tag)
        self.links += [value or "" for key, value in attrs if key in ("href", "src") and tag != "img"]
        self.pictures += [value or "" for key, value in attrs if key == "src" and tag == "img"]
        self.handlers += [key for key, _ in attrs if key.startswith("on")]
        if tag not in VOID:
            self.open.append(tag)

    def handle_startendtag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.tags.add(tag)

    def handle_endtag(self, tag: str) -> None:
        assert self.open.pop() == tag


def outline(text: str) -> Outline:
    found = Outline()
    found.feed(text)
    found.close()
    assert not found.open
    return found


@pytest.mark.parametrize("make", reports.ALL, ids=lambda make: make.__name__)
def test_the_fragment_is_well_formed_and_has_no_script(make):
    found = outline(html.static(make()))
    assert not found.tags & {"script", "iframe", "link", "object"}
    assert not found.handlers
    assert all(link.startswith("https://") for link in found.links)
    for picture in found.pictures:
        assert picture.startswith(PICTURE)
        drawn = outline(base64.b64decode(picture.removeprefix(PICTURE)).decode())
        assert not drawn.tags & {"script", "img", "iframe", "a", "foreignobject"}
        assert not [*drawn.handlers, *drawn.links]


def test_the_fragment_tells_verdict_causes_picture_and_guards():
    fragment = html.static(reports.three_graphs())
    assert "2 graph breaks from 2 causes split <code>forward</code> into 3 graphs." in fragment
    assert "<code>print</code> cannot be traced" in fragment
    assert (
        '<mark><span class="dx-tk-builtin">print</span>(<span class="dx-tk-string">&#34;mean&#34;</span>, stats)'
        in fragment
    )
    assert f'<img src="{PICTURE}' in fragment
    assert 'alt="Captured graphs of forward. 2 graph breaks' in fragment
    assert "42 guards" in fragment


def test_a_link_that_is_none_of_the_web_is_not_followed():
    assert "javascript:" not in "".join(outline(html.static(reports.hostile())).links)


def test_control_characters_do_not_reach_the_page():
    assert not re.search(r"[\x00-\x08\x0b-\x1f\x7f]", html.static(reports.hostile()))


def test_a_picture_that_cannot_be_drawn_costs_the_picture_only(monkeypatch):
    def fail(*_args, **_options):
        raise RenderError("no <room>")

    monkeypatch.setattr(svg, "render", fail)
    fragment = html.static(reports.three_graphs())
    assert "no &lt;room&gt;" in fragment
    assert "cannot be traced" in fragment


def test_of_an_exception_of_dynamo_the_first_line_is_enough():
    report = reports.raised()
    message = "Failed to trace\nHint: do not"
    error = replace(report.outcome.error, origin="dynamo", message=message, heading="", type="Unsupported")
    fragment = html.static(replace(report, outcome=replace(report.outcome, error=error)))
    assert "<b>Unsupported: Failed to trace</b></p>" in fragment
    assert "Hint: do not" not in fragment


@pytest.mark.usefixtures("built")
@pytest.mark.parametrize("make", [reports.three_graphs, reports.hostile])
def test_the_page_carries_the_report_and_the_viewer(make):
    page = html.page(make())
    lines = gzip.decompress(base64.b64decode(embedded(page, "dynexplain-report")))
    assert decode(json.dumps(joined(lines))) == make()
    assert base64.b64decode(embedded(page, "dynexplain-graphviz")) == b"packed"
    assert outline(page).tags >= {"html", "script", "section"}


@pytest.mark.usefixtures("built")
def test_a_script_cannot_end_its_own_element():
    page = html.page(reports.one_node())
    script = re.findall(r"<script>(.*?)</script>", page, re.DOTALL)[-1]
    assert script == r'window.started = "\x3c/script>\x3c!--"'


@pytest.mark.usefixtures("not_built")
def test_a_viewer_that_was_not_built_names_the_command():
    with pytest.raises(ViewerNotBuiltError, match="npm run build"):
        html.page(reports.one_node())


@pytest.mark.usefixtures("not_built")
def test_the_fragment_needs_no_viewer():
    assert html.static(reports.one_node())


def embedded(page: str, name: str) -> str:
    return re.search(rf'<script type="[^"]+" id="{name}">([^<]*)</script>', page).group(1)


def test_recompiles_say_once_what_would_avoid_them():
    advice = reports.recompile().advice.split("`")[0]
    assert html.static(reports.recompiled()).count(advice) == 1
    assert html.static(reports.recompiled(limit=True)).count(advice) == 1


def test_what_to_change_comes_before_why_and_before_other_hints():
    hints = ("Print it outside.", "Torch's own hint.")
    cause = reports.cause_of(reports.graph_break(1, 0, 14, hints=hints), 1)
    report = reports.report(breaks=(reports.graph_break(1, 0, 14),), causes=(cause,))
    fragment = html.static(report)
    parts = [fragment.index(words) for words in ("<b>Fix</b> Print it", "For example", "<b>Why</b>", "own hint.")]
    assert parts == sorted(parts)


def test_the_time_of_a_single_call_says_that_it_is_a_first_one():
    single = reports.report()
    assert "guards and Dynamo, set-up of a first call" in html.static(single)
    assert "first call" not in html.static(replace(single, calls=30))


def test_a_cause_that_is_told_like_another_names_it_by_its_first_break():
    assert "as for break 1." in html.static(reports.many_steps(8))
