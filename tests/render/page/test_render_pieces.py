"""A report in pieces: whatever is cut, the viewer gets the same report, and the heading first."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from dynexplain.render.json import encode, load
from dynexplain.render.page import pieces
from support.pieces import joined

GOLDEN = sorted((Path(__file__).resolve().parents[2] / "golden" / "reports").glob("*.json"))


@pytest.mark.parametrize("most", [300, 20_000, pieces.MOST])
@pytest.mark.parametrize("path", GOLDEN, ids=lambda path: path.stem)
def test_the_pieces_make_the_same_report(path: Path, most: int, monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setattr(pieces, "MOST", most)
    report = load(path)
    assert filled(joined(pieces.pieces(report))) == filled(json.loads(encode(report)))


def test_the_heading_comes_first_and_no_line_is_long():
    first, *rest = pieces.pieces(load(next(path for path in GOLDEN if path.stem == "bert"))).split(b"\n")
    assert set(json.loads(first)) == set(pieces.HEAD)
    assert len(rest) > 3
    assert max(map(len, rest)) < 1.5 * pieces.MOST


def filled(value: object) -> object:
    """With the fields of a location that JSON leaves out where they say nothing."""
    if isinstance(value, list):
        return [filled(item) for item in value]
    if not isinstance(value, dict):
        return value
    new = {key: filled(item) for key, item in value.items()}
    if {"file", "line", "label"} <= set(new):
        new = {"code": "", "user": True, "end_line": 0, "column": -1, "end_column": -1, **new}
    return new
