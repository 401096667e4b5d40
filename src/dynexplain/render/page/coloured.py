"""A line of code as HTML: in its colours where the source is in the report, with the columns of interest marked."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from itertools import pairwise

from markupsafe import Markup, escape

from ...model.report import Location, Report
from .. import labels

Rows = dict[tuple[str, int], list[tuple[int, int, str]]]
"""(file, line) → (start, end, kind) of the coloured stretches."""


def painter(report: Report) -> Callable[[Location], Markup]:
    """What writes the code of a location; the colours of all sources are looked through once."""
    rows: Rows = {}
    for source in report.sources:
        colours = source.colours
        for line, start, length, kind in zip(colours.line, colours.start, colours.length, colours.kind, strict=True):
            where = rows.setdefault((source.file, source.first_line + line), [])
            where.append((start, start + length, colours.kinds[kind]))
    texts = {(source.file, source.first_line): source.lines for source in report.sources if source.lines}
    indents = {
        (file, first + index): len(line) - len(line.lstrip())
        for (file, first), lines in texts.items()
        for index, line in enumerate(lines)
        if (file, first + index) in rows
    }

    def paint(location: Location) -> Markup:
        key = (location.file, location.line)
        return code_line(location, rows.get(key, []), indents.get(key, 0))

    return paint


def code_line(location: Location, rows: list[tuple[int, int, str]], indent: int) -> Markup:
    """The code of a location, without indentation; ``rows`` count from the beginning of the indented line."""
    code = location.code.rstrip("\n").expandtabs(1)
    blank = len(code) - len(code.lstrip())
    start = max(blank, location.column) if location.column >= 0 else len(code)
    one_line = location.end_line in (0, location.line)
    end = location.end_column if one_line and location.end_column >= 0 else len(code)
    shift = blank - indent
    kinds = [(first + shift, last + shift, kind) for first, last, kind in rows]
    marked = Markup("<mark>{}</mark>").format(_painted(code, start, end, kinds)) if code[start:end] else Markup()
    return _painted(code, blank, start, kinds) + marked + _painted(code, max(start, end), len(code), kinds)


def _painted(code: str, first: int, last: int, rows: list[tuple[int, int, str]]) -> Markup:
    """A part of the code, its coloured stretches in spans."""
    cuts = sorted({first, last, *(at for start, end, _ in rows for at in (start, end) if first < at < last)})
    return Markup("").join(_pieces(code, cuts, rows))


def _pieces(code: str, cuts: list[int], rows: list[tuple[int, int, str]]) -> Iterator[Markup]:
    for start, end in pairwise(cuts):
        text = escape(labels.flattened(code[start:end]))
        kind = next((kind for first, last, kind in rows if first <= start < last), "")
        yield Markup('<span class="dx-tk-{}">{}</span>').format(kind, text) if kind else text
