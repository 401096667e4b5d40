"""The text report: what it says, and that it fits."""

from __future__ import annotations

import re

import pytest
from msgspec.structs import replace

from dynexplain.render.text import text
from dynexplain.render.text.terminal import pen
from support import reports

CASES = {
    "one_node": reports.one_node,
    "three_graphs": reports.three_graphs,
    "many_causes": reports.many_steps,
    "recompiled": reports.recompiled,
    "recompile_limit": lambda: reports.recompiled(limit=True),
    "raised": reports.raised,
    "disabled": reports.disabled,
    "not_called": reports.not_called,
    "hostile": reports.hostile,
}
ESCAPE = re.compile(r"\x1b\[[0-9;]*m")


@pytest.mark.parametrize("name", CASES)
def test_text(golden, name):
    golden(f"text/{name}.txt", text.render(CASES[name](), width=88, unicode=True))


@pytest.mark.parametrize("name", CASES)
@pytest.mark.parametrize("width", [40, 60, 72, 88, 100, 140])
@pytest.mark.parametrize("unicode", [True, False])
def test_no_line_is_too_long_or_ends_in_blanks(name, width, unicode):
    for line in text.render(CASES[name](), width=width, unicode=unicode).split("\n"):
        assert len(line) <= width or "https://" in line
        assert line == line.rstrip()


@pytest.mark.parametrize("name", CASES)
def test_without_unicode_there_is_only_ascii(name):
    assert text.render(CASES[name](), unicode=False).isascii()


@pytest.mark.parametrize("name", CASES)
def test_colours_change_nothing_but_the_colour(name):
    plain = text.render(CASES[name](), width=88, unicode=True)
    coloured = text.render(CASES[name](), width=88, unicode=True, color=True)
    assert "\x1b" not in plain
    assert re.sub(r"[ `]", "", ESCAPE.sub("", coloured)) == re.sub(r"[ `]", "", plain)


def test_no_break_is_good_news_in_a_few_lines():
    written = text.render(reports.one_node(), width=88)
    assert written.startswith("No graph breaks")
    assert written.count("\n") <= 5


def test_a_hundred_causes_are_ten_in_full_and_the_rest_in_a_line_each():
    report = reports.many_steps(200)
    causes = tuple(replace(cause, explanation=f"Reason {cause.number}.") for cause in report.causes)
    written = text.render(replace(report, causes=causes), width=88)
    assert written.count("2 ops before it, 2 after") == 100
    assert "90 more causes" in written
    assert written.count("Cost") == 10
    assert "  as 1 · " not in written


def test_what_was_said_once_is_not_said_again():
    written = text.render(reports.many_steps(200), width=88)
    assert written.count("Dynamo does not know how to trace") == 1
    assert written.count("Cost") == 1
    assert "99 more causes, a line each" in written
    assert written.count("  as 1 · 2 times · 2 ops before it, 2 after\n") == 99


def test_the_first_to_say_the_same_are_told_with_their_code():
    report = reports.many_steps(6)
    written = text.render(report, width=88)
    assert written.count("As for 1.") == len(report.causes) - 1 == 2
    assert "a line each" not in written


def test_carets_stand_under_the_code_that_broke():
    code, told = pen(88, False, True).code('    if x: print("mean")\n', 10, 23, "  ")
    assert code.index("print") == told.index("^")
    assert told.strip() == "^" * len('print("mean")')


def test_no_carets_stand_under_all_of_a_line():
    assert pen(40, False, True).code("    print('mean')\n", 4, 17, "  ") == ["  print('mean')"]
    (cut,) = pen(40, False, True).code(f"    print('{'mean' * 20}')\n", 4, 93, "  ")
    assert cut.endswith("…")


def test_carets_know_wide_signs():
    broken = reports.graph_break(1, 0, 14, code='    f("漢字", print(x))')
    broken = replace(broken, location=replace(broken.location, column=12, end_column=20))
    broken = replace(broken, user_location=broken.location)
    report = reports.report(breaks=(broken,), causes=(reports.cause_of(broken, 1),))
    lines = text.render(report, width=88, unicode=True).split("\n")
    at = next(number for number, line in enumerate(lines) if "漢字" in line)
    assert lines[at + 1].index("^") == lines[at].index("print") + 2


def test_a_long_line_of_code_is_cut_around_what_broke():
    code = "    y = " + " + ".join(f"layer_{number}(x)" for number in range(40)) + " + print(x) + " + "z" * 200
    start = code.index("print")
    where = reports.place(14, code, column=start, end=start + len("print(x)"))
    broken = reports.graph_break(1, 0, 14, location=where, user_location=where)
    lines = text.render(
        reports.report(breaks=(broken,), causes=(reports.cause_of(broken, 1),)), width=80, unicode=True
    ).split("\n")
    at = next(number for number, line in enumerate(lines) if "print(x)" in line)
    assert len(lines[at]) <= 80
    assert lines[at].index("print(x)") == lines[at + 1].index("^")
    assert lines[at + 1].strip() == "^" * len("print(x)")


def test_a_refused_recompile_is_said_before_everything_else():
    blocks = text.render(reports.recompiled(limit=True), width=88).split("\n\n")
    assert blocks[2].startswith("! `forward` now runs eagerly")


def test_a_recompile_tells_both_values():
    assert "`x.size()[0]` was 2, now it is 3" in text.render(reports.recompiled(), width=88)
    silent = reports.report(recompiles=(reports.recompile(text="`forward` was compiled again"),))
    assert "expected 2, got 3" in text.render(silent, width=88)


def test_a_report_of_a_run_that_raised_names_the_exception_and_its_line():
    written = text.render(reports.raised(), width=88)
    assert "ValueError: batch must not be empty" in written
    assert "train.py:18 in forward" in written
    assert "until then" in written


def test_guards_are_told_with_the_checks_that_they_are():
    assert "42 guards, carried out as" in text.render(reports.three_graphs())


def test_control_characters_of_user_text_do_not_reach_the_terminal():
    assert not re.search(r"[\x00-\x09\x0b-\x1f\x7f]", text.render(reports.hostile(), width=88))


@pytest.mark.parametrize(("terminal", "longest"), [(60, 60), (300, 100), (20, 40)])
def test_a_report_is_as_wide_as_its_terminal_and_not_wider_than_is_read_well(monkeypatch, terminal, longest):
    monkeypatch.setenv("COLUMNS", str(terminal))
    lines = [line for line in text.render(reports.three_graphs()).split("\n") if "https://" not in line]
    assert longest - 12 < max(len(line) for line in lines) <= longest


def test_signs_follow_the_encoding_of_standard_output(monkeypatch):
    class Out:
        encoding = "ascii"

    monkeypatch.setattr("sys.stdout", Out())
    assert text.render(reports.three_graphs()).isascii()


def test_an_explanation_that_is_a_whole_graph_is_cut():
    broken = reports.graph_break(1, 0, 14)
    cause = reports.cause_of(broken, 1, explanation="\n".join(f"%add_{number} = add(x)" for number in range(5000)))
    written = text.render(reports.report(breaks=(broken,), causes=(cause,)), width=88)
    assert "%add_10 " in written
    assert "%add_11 " not in written


def test_shares_of_time_are_of_the_calls_without_compilation():
    told = "Without compiling: 48 % in graphs, 33 % Python outside graphs, 19 % guards and Dynamo"
    assert told in text.render(reports.one_node(), width=88)


def test_no_time_measured_is_no_share_told():
    report = reports.one_node()
    unmeasured = replace(report, summary=replace(report.summary, split=None))
    assert "%" not in text.render(unmeasured)


def test_a_reason_that_the_verdict_tells_is_not_told_twice():
    report = reports.disabled()
    verdict = "Dynamo was off (the stance is force_eager)."
    said = replace(report, summary=replace(report.summary, verdict=verdict))
    said = replace(said, outcome=replace(report.outcome, detail="the stance is force_eager"))
    assert text.render(said, width=88) == verdict


def test_a_cause_names_its_breaks_as_the_picture_does():
    first, second = reports.graph_break(1, 1, 14), reports.graph_break(2, 0, 16)
    causes = (reports.cause_of(second, 1), reports.cause_of(first, 2))
    lines = text.render(reports.report(breaks=(first, second), causes=causes), width=88, unicode=True).split("\n")
    heads = [line.split() for line in lines if line.endswith("GB0007")]
    assert [(head[0], head[-3]) for head in heads] == [("1", "2"), ("2", "1")]


def test_no_line_of_figures_ends_in_a_dot_that_nothing_follows():
    for width in range(40, 101):
        lines = text.render(reports.three_graphs(), width=width, unicode=True).split("\n")
        assert not [line for line in lines if line.endswith("·")]


def test_a_share_that_rounds_to_nothing_is_still_told():
    report = reports.one_node()
    split = replace(report.summary.split, python_ns=1, percent=(72, 0, 28))
    written = text.render(replace(report, summary=replace(report.summary, split=split)), width=88)
    assert "72 % in graphs, <1 % Python outside graphs, 28 % guards and Dynamo" in written
