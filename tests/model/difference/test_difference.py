"""The difference of two reports: what is matched with what, and the sentence about it."""

from __future__ import annotations

from msgspec.structs import replace

from dynexplain.model.difference import lines
from dynexplain.model.difference.build import compare
from dynexplain.model.difference.comparison import LineBlock
from dynexplain.model.report import Report, Source
from support import reports


def statuses(changes):
    return [one.status for one in changes]


def test_a_report_is_no_different_from_itself():
    for report in (reports.three_graphs(), reports.recompiled(), reports.raised(), reports.hostile()):
        found = compare(report, report)
        assert found.outcome == "same"
        assert found.verdict.startswith("Nothing is different")
        assert set(statuses((*found.breaks, *found.graphs, *found.recompiles, *found.functions))) <= {"same"}
        assert found.settings == ()
        assert {block.status for one in found.sources for block in one.blocks} <= {"same"}


def moved_down(report: Report, by: int) -> Report:
    """The same report, of a file with some more lines at its top."""

    def down(place):
        return replace(place, line=place.line + by)

    return replace(
        report,
        breaks=tuple(
            replace(
                event, location=down(event.location), user_location=event.user_location and down(event.user_location)
            )
            for event in report.breaks
        ),
        sources=tuple(replace(source, first_line=source.first_line + by) for source in report.sources),
    )


def test_lines_above_a_function_move_no_break():
    report = reports.three_graphs()
    assert report.breaks
    assert set(statuses(compare(report, moved_down(report, 7)).breaks)) == {"same"}


def test_a_break_at_another_line_of_its_function_has_moved_and_is_not_new():
    report = reports.three_graphs()
    found = compare(report, replace(moved_down(report, 7), sources=report.sources))
    assert set(statuses(found.breaks)) == {"moved"}
    assert "→" in found.breaks[0].text
    assert found.outcome == "same"


def test_a_break_of_another_kind_at_the_same_code_has_come_in_its_place():
    report = reports.three_graphs()
    first, *others = report.breaks
    other = replace(first, gb_type="another kind", gb_id="", reason="Something else")
    found = compare(report, replace(report, breaks=(other, *others)))
    assert sorted(statuses(found.breaks)) == ["gone", "new", *["same"] * len(others)]
    assert "in place of: " in next(one.text for one in found.breaks if one.status == "new")
    assert found.outcome == "mixed"


def test_torch_may_word_a_kind_anew():
    report = reports.three_graphs()
    worded = replace(
        report, breaks=tuple(replace(event, gb_type=f"{event.gb_type}, that is") for event in report.breaks)
    )
    assert all(event.gb_id for event in report.breaks)
    assert set(statuses(compare(report, worded).breaks)) == {"same"}


def test_a_break_that_costs_the_whole_function_now_is_worse():
    report = reports.three_graphs()
    first, *others = report.breaks
    assert first.outcome == "resumed"
    found = compare(report, replace(report, breaks=(replace(first, outcome="frame_skipped"), *others)))
    assert found.breaks[0].change == "worse"
    assert found.outcome == "worse"


def test_of_breaks_with_the_same_code_as_many_are_gone_as_there_are_fewer():
    report = reports.three_graphs()
    first = report.breaks[0]
    three = replace(report, breaks=(first, first, first))
    found = compare(three, replace(report, breaks=(first,)))
    assert sorted(statuses(found.breaks)) == ["gone", "gone", "same"]
    assert found.verdict.startswith("2 of 3 breaks are gone")


def test_graphs_that_a_break_held_apart_are_one():
    split = reports.three_graphs()
    assert len(split.graphs) > 1
    whole = joined(split)
    found = compare(split, whole)
    (graph,) = [one for one in found.graphs if one.after]
    assert graph.status == "merged"
    assert graph.before == tuple(range(len(split.graphs)))
    assert "is one graph now" in found.verdict
    assert "nothing new" in found.verdict
    (graph,) = [one for one in compare(whole, split).graphs if one.before]
    assert (graph.status, graph.after) == ("split", tuple(range(len(split.graphs))))


def joined(report: Report) -> Report:
    """A report without breaks, whose one graph has the operations of all graphs."""
    strings: list[str] = []
    columns: dict[str, list] = {name: [] for name in ("name", "op", "role", "target", "qualified", "args", "shape")}
    columns |= {name: [] for name in ("dtype", "stack", "inputs")}
    for graph in report.graphs:
        nodes, start = graph.nodes, len(strings)
        strings += nodes.strings
        for name, column in columns.items():
            values = getattr(nodes, name)
            column += values if name in ("name", "role", "stack") else [(), *values][1:]
            if name in ("op", "target", "qualified", "args", "shape", "dtype"):
                column[-len(values) :] = [value + start for value in values]
    nodes = replace(
        report.graphs[0].nodes, strings=tuple(strings), **{name: tuple(column) for name, column in columns.items()}
    )
    ops = sum(graph.op_count for graph in report.graphs)
    return replace(report, breaks=(), causes=(), graphs=(replace(report.graphs[0], nodes=nodes, op_count=ops),))


def test_recompiles_are_counted_by_what_they_were_for():
    many = reports.recompiled()
    assert len(many.recompiles) > 1
    found = compare(many, replace(many, recompiles=()))
    assert set(statuses(found.recompiles)) == {"gone"}
    assert f"{sum(one.compiled for one in many.recompiles)} → 0 recompiles" in found.verdict
    assert found.outcome == "better"


def test_an_exception_that_was_not_there_is_worse():
    one = reports.one_node()
    raised = replace(one, outcome=reports.raised().outcome)
    assert compare(one, raised).outcome == "worse"
    assert "raises" in compare(one, raised).verdict
    assert compare(raised, one).outcome == "better"


def test_versions_are_told():
    report = reports.one_node()
    newer = replace(report, environment=replace(report.environment, torch="9.9.9"))
    found = compare(report, newer)
    assert [(one.name, one.after) for one in found.settings] == [("torch", "9.9.9")]
    assert any("9.9.9" in note for note in found.notes)
    assert found.outcome == "same"


def source(report: Report, *texts: str) -> Source:
    return replace(report.sources[0], first_line=10, lines=texts)


def test_lines_are_aligned_by_what_they_say():
    report = reports.three_graphs()
    blocks = lines.blocks(source(report, "a", "b", "c"), source(report, "a", "x", "y", "c", "d"))
    assert blocks == (
        LineBlock("same", 10, 1, 10, 1),
        LineBlock("replaced", 11, 1, 11, 2),
        LineBlock("same", 12, 1, 13, 1),
        LineBlock("added", 13, 0, 14, 1),
    )


def test_a_very_long_function_is_aligned_at_its_ends():
    report = reports.three_graphs()
    long = [str(number) for number in range(3_000)]
    blocks = lines.blocks(source(report, *long), source(report, *long[:1_000], "x", *long[1_010:]))
    assert [(one.status, one.before_count, one.after_count) for one in blocks] == [
        ("same", 1_000, 1_000),
        ("replaced", 10, 1),
        ("same", 1_990, 1_990),
    ]
    (only,) = lines.blocks(source(report, *long), source(report, *long))
    assert (only.status, only.before_count) == ("same", 3_000)
