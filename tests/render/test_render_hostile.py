"""Reports from elsewhere are not trusted: they are refused by an error of ours, or drawn, and print nothing raw."""

from __future__ import annotations

import gzip

import pytest

from dynexplain.errors import BadReportError
from dynexplain.render import json
from dynexplain.visible import visible
from fuzz.hostile import GOLDEN, NAMES, tried
from fuzz.mutate import mutated


@pytest.mark.parametrize("name", NAMES)
def test_mutated_reports_are_refused_or_drawn(name):
    text = (GOLDEN / f"{name}.json").read_text()
    ends = {tried(mutated(text, seed)) for seed in range(60)}
    assert ends == {"refused", "drawn"}


def test_a_small_gzip_of_something_huge_is_refused(monkeypatch):
    monkeypatch.setattr(json, "LARGEST", 1024**2)
    with pytest.raises(BadReportError, match="larger than 1 MB"):
        json.decode(gzip.compress(b" " * (8 * 1024**2)))


def test_what_cannot_be_seen_is_spelt_out_and_other_signs_stay():
    assert visible("a\x1b[2J\0\u202eb\x9b") == "a\\x1b[2J\\x00\\u202eb\\x9b"
    assert visible("héllo 漢字 👩\u200d👩 עברית\n\t") == "héllo 漢字 👩\u200d👩 עברית\n\t"


def test_an_error_names_a_file_without_what_commands_a_terminal(tmp_path):
    (tmp_path / "\x1b[2J.json").write_text("{}")
    with pytest.raises(BadReportError) as caught:
        json.load(tmp_path / "\x1b[2J.json")
    assert "\\x1b[2J.json" in str(caught.value)
    assert "\x1b" not in str(caught.value)
