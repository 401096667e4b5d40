"""Recorded reports, drawn and told: what the tracer really writes is what has to look right."""

from __future__ import annotations

import xml.etree.ElementTree as ET
from functools import cache
from pathlib import Path

import pytest

from dynexplain.render import json
from dynexplain.render.page import html
from dynexplain.render.picture import svg
from dynexplain.render.picture.parts import boxes
from dynexplain.render.picture.stitch import stitch
from dynexplain.render.text import text

REPORTS = sorted((Path(__file__).parents[1] / "golden" / "reports").glob("*.json"))


@cache
def recorded(path: Path):
    return json.load(path)


pytestmark = pytest.mark.parametrize("path", REPORTS, ids=lambda path: path.stem)


def test_it_comes_back_from_json_as_it_was(path):
    assert json.decode(json.encode(recorded(path))) == recorded(path)


@pytest.mark.parametrize("width", [72, 100])
def test_its_text_fits(path, width):
    lines = text.render(recorded(path), width=width, unicode=True).split("\n")
    assert all(len(line) <= width or "https://" in line for line in lines)
    assert all(line == line.rstrip() for line in lines)


def test_its_text(path, golden):
    golden(f"text/recorded_{path.stem}.txt", text.render(recorded(path), width=88, unicode=True))


@pytest.mark.parametrize("by", ["module", "source"])
def test_its_picture_is_readable(path, by):
    assert ET.fromstring(svg.render(recorded(path), by=by)) is not None
    assert len(list(boxes(stitch(recorded(path), only=None, by=by, depth=None).items))) <= 60


def test_its_page_names_every_cause(path):
    fragment = html.static(recorded(path))
    assert all(str(html.prose(cause.title)) in fragment for cause in recorded(path).causes)
