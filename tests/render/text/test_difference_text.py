"""The difference as text, as HTML and as JSON."""

from __future__ import annotations

import json

import pytest

import dynexplain
from dynexplain import diff
from dynexplain.model.report import Report
from support import reports

PAIRS = {
    "merged": (reports.three_graphs, reports.one_node),
    "worse": (reports.one_node, reports.three_graphs),
    "recompiled": (reports.recompiled, reports.one_node),
    "raised": (reports.one_node, reports.raised),
    "hostile": (reports.one_node, reports.hostile),
    "many": (reports.many_steps, reports.one_node),
}


def difference(name: str) -> dynexplain.Difference:
    before, after = PAIRS[name]
    return diff(before(), after())


@pytest.mark.parametrize("name", PAIRS)
def test_difference_text(golden, name):
    golden(f"text/difference_{name}.txt", difference(name).to_text(width=88))


@pytest.mark.parametrize("name", PAIRS)
@pytest.mark.parametrize("width", [40, 72, 100])
def test_no_line_of_a_difference_is_too_long(name, width):
    for line in difference(name).to_text(width=width).split("\n"):
        assert len(line) <= width
        assert line == line.rstrip()


@pytest.mark.parametrize("name", PAIRS)
def test_html_has_no_script_and_nothing_of_the_users_is_markup(name):
    written = difference(name)._repr_html_()
    assert "<script" not in written.lower()
    assert "<img" not in written
    assert written.startswith("<section")


def test_json_has_the_reports_where_a_viewer_needs_them(tmp_path):
    found = difference("merged")
    told = json.loads(found.to_json())
    assert told["comparison_version"] == 1
    assert told["verdict"] == found.verdict
    path = found.to_json(tmp_path / "difference.json", reports=True)
    both = json.loads(path.read_text())
    assert both["comparison"] == told
    assert both["before"]["subject"]["name"] == found.before.subject.name
    assert both["after"]["graphs"]


def test_reports_outputs_and_files_can_be_compared(tmp_path):
    report: Report = reports.three_graphs()
    output = dynexplain.ExplainOutput(report)
    path = output.to_json(tmp_path / "before.json")
    for given in (report, output, path, str(path)):
        found = diff(given, reports.one_node())
        assert [event.number for event in found.breaks_gone] == [event.number for event in report.breaks]
        assert found.breaks_new == found.breaks_moved == ()
        assert repr(found).startswith("<Difference: ")
