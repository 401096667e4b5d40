"""Syntax colours: right positions in whatever text there is."""

from __future__ import annotations

from itertools import pairwise

import pytest

from dynexplain.model.annotations.colours import KINDS, colours


def coloured(*lines: str) -> list[tuple[int, str, str]]:
    found = colours(lines)
    assert len(found.line) == len(found.start) == len(found.length) == len(found.kind)
    rows = list(zip(found.line, found.start, found.length, found.kind, strict=True))
    assert rows == sorted(rows)
    assert all(0 <= start < start + length <= len(lines[line]) for line, start, length, _ in rows)
    assert all(after[0] > row[0] or after[1] >= row[1] + row[2] for row, after in pairwise(rows))
    return [(line, found.kinds[kind], lines[line][start : start + length]) for line, start, length, kind in rows]


def test_what_is_told_apart() -> None:
    assert coloured("@cache", "def f(x: int = 0x1F) -> None:", '    return len("a\\n") if x else 1.5  # why') == [
        (0, "decorator", "@cache"),
        (1, "keyword", "def"),
        (1, "definition", "f"),
        (1, "builtin", "int"),
        (1, "number", "0x1F"),
        (1, "keyword", "None"),
        (2, "keyword", "return"),
        (2, "builtin", "len"),
        (2, "string", '"a'),
        (2, "escape", "\\n"),
        (2, "string", '"'),
        (2, "keyword", "if"),
        (2, "keyword", "else"),
        (2, "number", "1.5"),
        (2, "comment", "# why"),
    ]


def test_a_string_over_several_lines_has_a_part_in_each_that_is_not_empty() -> None:
    lines = ('    """Doc', "", "    more", '    """', "    x = 1")
    strings = [(line, text) for line, kind, text in coloured(*lines) if kind == "string"]
    assert strings == [(0, '"""Doc'), (2, "    more"), (3, '    """')]


def test_positions_are_characters_whatever_stands_before() -> None:
    assert coloured('s = "🎈é"; return 7  # 漢字 🎈', "\tif é_🎈 and None:") == [
        (0, "string", '"🎈é"'),
        (0, "keyword", "return"),
        (0, "number", "7"),
        (0, "comment", "# 漢字 🎈"),
        (1, "keyword", "if"),
        (1, "keyword", "and"),
        (1, "keyword", "None"),
    ]


@pytest.mark.parametrize(
    "lines",
    [
        (),
        ("",),
        ("", "", "x = 1"),
        ("\x0c", "def f():\x0c", "    pass\r"),
        ("def f(", "  'never closed", "x = 1"),
        ('    """never closed', "x"),
        ("f'{x!r:>{", "  y}}' return \x00\ud800"[:-1]),
        ("\u2028 = 1", "\x85def"),
    ],
    ids=repr,
)
def test_what_is_no_python_is_coloured_as_far_as_it_goes(lines: tuple[str, ...]) -> None:
    coloured(*lines)


def test_a_very_long_function_is_coloured_to_its_end() -> None:
    lines = ("def f(x):", *("    x = x + 1  # more" for _ in range(10_000)), "    return x")
    found = colours(lines)
    assert (found.line[-1], found.start[-1], found.kinds[found.kind[-1]]) == (10_001, 4, "keyword")


def test_what_nobody_reads_has_no_colours() -> None:
    found = colours(("x = 1", "y" * 3_000_000))
    assert (found.kinds, found.line) == (KINDS, ())


def test_a_line_of_very_many_characters_is_left_without_colours() -> None:
    numbers = ", ".join(map(str, range(5_000)))
    assert colours(("def f(x):", f"    return x + [{numbers}][5]")).line == ()
