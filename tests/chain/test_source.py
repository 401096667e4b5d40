"""The source of a report: which functions, what happened on their lines, and what was measured there."""

from __future__ import annotations

import linecache
from pathlib import Path
from types import CodeType
from typing import Any

import pytest
import torch

from dynexplain import explain, optimize, watch
from dynexplain.model.report import LineTime, Report, Source


def helper(x: Any) -> Any:
    return x.sin() + 1


def split(x: Any) -> Any:
    y = helper(x)
    print("between")
    z = y * 2
    return z + 1


def gives_up(x: Any) -> Any:
    for word in ("low", "high"):
        print(word)
        x = x.clamp(max=1)
    return x


def outer(x: Any) -> Any:
    y = gives_up(x.sin())
    return y * 2


X = torch.ones(3)


def source(report: Report, name: str) -> Source:
    (found,) = [one for one in report.sources if one.function == name]
    return found


def line_of(one: Source, text: str) -> int:
    return one.first_line + next(i for i, line in enumerate(one.lines) if text in line)


def times(one: Source, kind: str) -> list[LineTime]:
    return [time for time in one.times if time.kind == kind]


def kinds_at(one: Source, line: int) -> set[str]:
    return {mark.kind for mark in one.marks if mark.line == line}


def made(text: str, file: str = "<string>") -> dict[str, Any]:
    names: dict[str, Any] = {"torch": torch}
    exec(compile(text, file, "exec"), names)
    return names


def test_lines_are_captured_inlined_and_broken() -> None:
    report = explain(split)(X).report
    whole, inlined = source(report, "split"), source(report, "helper")
    assert kinds_at(whole, line_of(whole, "helper(x)")) == {"graph"}
    assert kinds_at(whole, line_of(whole, "print")) == {"break"}
    (mark,) = [mark for mark in inlined.marks if mark.line == line_of(inlined, "return")]
    assert (mark.kind, mark.index, mark.text) == ("inlined", 0, "inlined into graph 0 of `split`")


def test_every_line_of_source_has_its_colours() -> None:
    whole = source(explain(split)(X).report, "split")
    colours = whole.colours
    words = [
        (colours.kinds[kind], whole.lines[line][start : start + length])
        for line, start, length, kind in zip(colours.line, colours.start, colours.length, colours.kind, strict=True)
    ]
    assert ("keyword", "def") in words
    assert ("definition", "split") in words
    assert ("string", '"between"') in words


def test_a_graph_is_timed_as_a_whole_beside_the_lines_it_was_captured_from() -> None:
    context = optimize("eager")
    wrapped = context(split)
    for _ in range(3):
        wrapped(X)
    report = context.explain_output().report
    whole = source(report, "split")
    first, second = times(whole, "graphs")
    assert (first.line, first.end_line, first.graphs, first.ops) == (*[line_of(whole, "helper(x)")] * 2, (0,), 2)
    assert (second.line, second.end_line) == (line_of(whole, "z = y"), line_of(whole, "return"))
    for time, graph in zip((first, second), report.graphs, strict=True):
        assert (time.count, time.ns) == (graph.runs, graph.run_ns)
        assert time.count == 3


def test_what_was_inlined_has_ops_and_no_time_of_its_own() -> None:
    (time,) = times(source(explain(split)(X).report, "helper"), "graphs")
    assert (time.ops, time.ns, time.graphs) == (2, -1, (0,))


def test_what_runs_until_the_function_goes_on_is_told_at_the_break_without_compiling() -> None:
    report = explain(split)(X).report
    whole = source(report, "split")
    (gap,) = times(whole, "outside")
    resumed = next(index for index, code in enumerate(report.codes) if code.kind == "resumed")
    goes_on = report.frames.start_ns[report.frames.code.index(resumed)]
    between = goes_on - report.runs.start_ns[0] - report.runs.duration_ns[0]
    compiling = sum(one.duration_ns for one in report.compilations[1:])
    assert gap.line == line_of(whole, "print")
    assert gap.count == 1
    assert gap.ns == between - compiling


def test_calls_are_timed_without_compiling() -> None:
    report = explain(split)(X).report
    (call,) = times(source(report, "split"), "calls")
    code = next(code for code in report.codes if code.kind == "compiled")
    resumed = report.compilations[1]
    assert (call.line, call.count) == (source(report, "split").first_line, 1)
    assert call.ns == code.total_ns - resumed.duration_ns
    assert call.ns >= sum(report.runs.duration_ns)


def test_a_function_left_to_python_tells_its_calls_and_the_line_above_what_lies_between() -> None:
    report = explain(outer)(X).report
    eager, above = source(report, "gives_up"), source(report, "outer")
    (call,) = times(eager, "calls")
    assert call.count == 1
    assert "eagerly" in call.text
    (gap,) = times(above, "outside")
    assert gap.line == line_of(above, "gives_up(")
    assert gap.ns > call.ns
    assert times(eager, "outside") == []


def test_guards_are_counted_on_the_line_that_asked_for_them() -> None:
    report = explain(split)(X).report
    for one in report.sources:
        for line, count, tree, guard in zip(
            one.guards.line, one.guards.count, one.guards.tree, one.guards.guard, strict=True
        ):
            here = [
                (index, position)
                for index, found in enumerate(report.guards)
                for position, leaf in enumerate(found.guards)
                if leaf.origin is not None and (leaf.origin.file, leaf.origin.line) == (one.file, line)
            ]
            assert (len(here), here[0]) == (count, (tree, guard))
    assert source(report, "helper").guards.line


@torch.compiler.disable
def kept_out(x: Any) -> Any:
    return helper(x)


def around_it(x: Any) -> Any:
    return kept_out(x * 2) + 1


def test_what_runs_eagerly_within_a_compiled_function_is_marked_and_what_runs_beside_it_is_not() -> None:
    with watch() as session:
        compiled = torch.compile(around_it, backend="eager")
        gives_up(compiled(X))
    report = session.explain_output().report
    for name in ("kept_out", "helper"):
        assert {mark.kind for mark in source(report, name).marks} == {"eager"}
    assert source(report, "gives_up").marks == ()


def test_graphs_of_one_function_are_told_together() -> None:
    context = optimize("eager", dynamic=False)
    wrapped = context(helper)
    for size in (2, 3, 2):
        wrapped(torch.ones(size))
    (time,) = times(source(context.explain_output().report, "helper"), "graphs")
    assert (time.graphs, time.ops, time.count) == ((0, 1), 4, 3)


TEXTLESS = """
def inner(x, n):
    return torch.sin(x) * n

def score(x):
    y = inner(x, 2)
    print("between")
    return y + 1
"""


def test_code_without_a_file_shows_its_instructions() -> None:
    report = explain(made(TEXTLESS)["score"])(X).report
    whole, inlined = source(report, "score"), source(report, "inner")
    for one in (whole, inlined):
        assert (one.lines, one.user, one.label) == ((), True, "<string>")
    assert ("LOAD_GLOBAL", 7) in {(each.opname, each.line) for each in whole.bytecode}
    assert "break" in kinds_at(whole, 7)
    assert kinds_at(whole, 5) == {"graph"}
    assert {(mark.line, mark.kind) for mark in inlined.marks} == {(2, "inlined")}
    assert [(time.line, time.end_line, time.ops) for time in times(whole, "graphs")] == [(5, 0, 2), (7, 0, 1)]


def test_a_file_that_is_gone_shows_the_instructions_with_all_marks(tmp_path: Path) -> None:
    file = tmp_path / "gone.py"
    file.write_text(TEXTLESS)
    score = made(TEXTLESS, str(file))["score"]
    file.unlink()
    linecache.clearcache()
    report = explain(score)(X).report
    whole = source(report, "score")
    assert (whole.lines, whole.label) == ((), "gone.py")
    assert [kinds_at(whole, line) for line in (6, 7, 8)] == [{"graph"}, {"break"}, {"graph"}]
    assert kinds_at(source(report, "inner"), 3) == {"inlined"}


def test_functions_that_exec_made_under_one_name_are_told_apart() -> None:
    first, second = made(TEXTLESS)["score"], made("def other(x):\n    return x.cos() * 3\n")["other"]

    def both(x: Any) -> Any:
        return first(x) + second(x)

    report = explain(both)(X).report
    assert kinds_at(source(report, "other"), 1) == {"inlined"}
    assert {mark.line for mark in source(report, "inner").marks} == {2}


def test_what_python_makes_by_exec_is_not_shown() -> None:
    import dataclasses

    @dataclasses.dataclass
    class Pair:
        left: Any
        right: Any

    def pairs(x: Any) -> Any:
        pair = Pair(x.sin(), x.cos())
        return pair.left + pair.right

    report = explain(pairs)(X).report
    assert [one.function for one in report.sources] == ["pairs"]


def test_columns_count_characters_behind_signs_of_several_bytes(tmp_path: Path) -> None:
    file = tmp_path / "signs.py"
    text = 'def f(x):\n    é = "漢字 🎈"; print(é)\n    return x + 1\n'
    file.write_text(text, encoding="utf-8")
    report = explain(made(text, str(file))["f"])(X).report
    (cause,) = report.causes
    place = cause.location
    assert place.code[place.column : place.end_column] == "print(é)"


@pytest.mark.parametrize("newline", ["\r\n", "\n\x0c\n"])
def test_line_ends_and_form_feeds_move_no_line(tmp_path: Path, newline: str) -> None:
    file = tmp_path / "ends.py"
    text = f"def f(x):{newline}    y = x.sin(){newline}    print('between'){newline}    return y + 1{newline}"
    file.write_bytes(text.encode())
    whole = source(explain(made(text, str(file))["f"])(X).report, "f")
    assert all(not line.endswith(("\r", "\n")) for line in whole.lines)
    assert kinds_at(whole, line_of(whole, "print")) == {"break"}
    assert kinds_at(whole, line_of(whole, "return")) == {"graph"}


def test_a_function_of_ten_thousand_lines_is_whole(tmp_path: Path) -> None:
    file = tmp_path / "long.py"
    text = "def f(x):\n" + "    # nothing\n" * 10_000 + "    return x.sin()\n"
    file.write_text(text)
    whole = source(explain(made(text, str(file))["f"])(X).report, "f")
    assert len(whole.lines) == 10_002
    assert kinds_at(whole, 10_002) == {"graph"}


def test_code_objects_that_compare_equal_are_kept_apart() -> None:
    text = "def f(x):\n    return x.sin()\n"
    first, second = made(text)["f"], made(text)["f"]
    assert isinstance(first.__code__, CodeType)

    def both(x: Any) -> Any:
        return first(x) + second(x)

    assert explain(both)(X).graph_count == 1
