"""The wire shape is stated once: the schema that the viewer's types come from is the one Python writes."""

from __future__ import annotations

from pathlib import Path

from dynexplain.model.schema import report_schema, schema_text, viewer_schema

VIEWER_SCHEMA = Path(__file__).parent.parent / "js" / "report.schema.json"


def test_viewer_schema_is_current() -> None:
    assert VIEWER_SCHEMA.read_text() == schema_text(), "run `npm run types` in js/"


NEWER = {"decided", "later"}
"""Fields that reports may lack which were stored before there were any."""


def test_every_field_of_the_report_is_required_but_those_that_came_later() -> None:
    report = report_schema()["$defs"]["Report"]
    assert set(report["required"]) == set(report["properties"]) - NEWER


def test_the_viewer_knows_the_comparison_as_well() -> None:
    assert {"Comparison", "SideBySide", "Report"} <= viewer_schema()["$defs"].keys()
