"""Reports as files: what is written comes back, and what is wrong is refused by name."""

from __future__ import annotations

import gzip

import msgspec
import pytest
from msgspec.structs import replace

from dynexplain.errors import BadReportError
from dynexplain.render import json
from support import reports


@pytest.mark.parametrize("make", reports.ALL, ids=lambda make: make.__name__)
def test_a_report_comes_back_as_it_was(make):
    report = make()
    assert json.decode(json.encode(report)) == report


@pytest.mark.parametrize("name", ["report.json", "report.json.gz"])
def test_a_report_survives_a_file(tmp_path, name):
    json.save(reports.three_graphs(), tmp_path / name)
    assert json.load(tmp_path / name) == reports.three_graphs()


def test_a_name_that_ends_in_gz_makes_a_gzip_file(tmp_path):
    json.save(reports.one_node(), tmp_path / "report.json.gz")
    assert gzip.decompress((tmp_path / "report.json.gz").read_bytes()) == json.encode(reports.one_node())


GOOD = json.encode(reports.three_graphs())


def changed(old: str, new: str) -> bytes:
    assert old.encode() in GOOD
    return GOOD.replace(old.encode(), new.encode(), 1)


@pytest.mark.parametrize(
    ("data", "problem"),
    [
        (b"", "empty"),
        (b"  \n", "empty"),
        (b"[1, 2]", "no dynexplain report"),
        (b'{"cells": []}', "schema_version"),
        (b"<html>", "not valid JSON"),
        (GOOD[: len(GOOD) // 2], "truncated"),
        (b"\xff\xfe\x00", "not valid JSON"),
        (b"[" * 100_000, "no dynexplain report"),
        (b"\x1f\x8b\x08 no gzip", "gzipped report is damaged"),
        (changed('"schema_version":1', '"schema_version":2'), "Upgrade"),
        (changed('"schema_version":1', '"schema_version":0'), "old schema_version 0"),
        (changed('"calls":1', '"calls":"1"'), r"field `calls`: expected `int`, got `str`"),
        (changed('"number":2', '"number":null'), r"field `breaks\[1\]\.number`"),
        (changed('"verdict":', '"verdct":'), r"field `summary`: object missing required field `verdict`"),
        (changed('"status":"ok"', '"status":"fine"'), r"field `outcome\.status`: invalid enum value 'fine'"),
        (changed('"from_graph":1', '"from_graph":9'), r"field `links\[2\]`: no 9 among 3 graphs"),
        (changed('"ended_by":0', '"ended_by":7'), r"field `graphs\[0\]\.ended_by`: no 7 among 2 breaks"),
        (changed('"inputs":[[],[0]', '"inputs":[[],[99]'), r"graphs\[0\]\.nodes\.inputs"),
        (changed('"op":[0,', '"op":['), r"graphs\[0\]\.nodes\.op`: 3 entries instead of 4"),
        (changed('"length":[3,', '"length":['), r"sources\[0\]\.colours\.length`: 3 entries instead of 4"),
        (changed('"kind":[0,', '"kind":[9,'), r"sources\[0\]\.colours\.kind`: no 9 among 8 kinds"),
        (changed('"kind":"break","index":0', '"kind":"break","index":5'), r"sources\[0\]\.marks\.index`: no 5 among 2"),
        (changed('"guard":[0]', '"guard":[44]'), r"sources\[0\]\.guards\.guard`: no 44 among 4 guards"),
        (
            changed('"end_line":12,"graphs":[0]', '"end_line":12,"graphs":[8]'),
            r"sources\[0\]\.times`: no 8 among 3 graphs",
        ),
    ],
)
def test_what_is_no_good_report_is_refused_by_name(data, problem):
    with pytest.raises(BadReportError, match=problem):
        json.decode(data)


def test_a_file_that_is_not_there_is_named(tmp_path):
    with pytest.raises(FileNotFoundError, match=r"missing\.json"):
        json.load(tmp_path / "missing.json")


def test_a_damaged_file_is_named(tmp_path):
    (tmp_path / "cut.json").write_bytes(GOOD[:100])
    with pytest.raises(BadReportError, match=r"cut\.json: The report is not valid JSON"):
        json.load(tmp_path / "cut.json")


def test_unknown_fields_of_the_same_version_are_passed_over():
    extended = msgspec.json.encode({**msgspec.json.decode(GOOD), "added_later": 1})
    assert json.decode(extended) == reports.three_graphs()


def test_half_a_surrogate_pair_in_a_name_costs_that_character_and_no_more():
    report = reports.one_node()
    odd = replace(report, subject=replace(report.subject, name="caf\udce9 π.py"))
    assert json.decode(json.encode(odd)) == replace(report, subject=replace(report.subject, name="caf? π.py"))
