"""Syntax colours of source lines, by Pygments: computed once, carried by the report, drawn by all who show lines."""

from __future__ import annotations

import functools
from collections.abc import Iterator, Sequence

from ..report import Colours

KINDS = ("keyword", "string", "escape", "comment", "number", "definition", "builtin", "decorator")
"""What is told apart: few enough to stay calm, and to be given a readable colour in both themes."""
_KEYWORD, _STRING, _ESCAPE, _COMMENT, _NUMBER, _DEFINITION, _BUILTIN, _DECORATOR = range(len(KINDS))

LONGEST = 2_000_000
"""Characters of one function that are read: a lexer's time on what nobody reads is not worth it."""

LONGEST_LINE = 20_000
"""Characters of one line, where a list of numbers is written out, say."""

PLAIN = Colours(KINDS, (), (), (), ())
"""No colours."""


@functools.lru_cache(maxsize=512)
def colours(lines: tuple[str, ...]) -> Colours:
    """The colours of some lines of Python, which may be cut out of a file and need not be right."""
    text = "\n".join(lines)
    if len(text) > LONGEST or max(map(len, lines), default=0) > LONGEST_LINE:
        return PLAIN
    rows = list(_merged(_by_line(text, lines)))
    return Colours(
        kinds=KINDS,
        line=tuple(row[0] for row in rows),
        start=tuple(row[1] for row in rows),
        length=tuple(row[2] for row in rows),
        kind=tuple(row[3] for row in rows),
    )


def _by_line(text: str, lines: Sequence[str]) -> Iterator[tuple[int, int, int, int]]:
    """(line, start, length, kind) of every coloured token; one over several lines has a part in each."""
    line = begin = 0
    for offset, end, kind in _tokens(text):
        at = offset
        while at < end:
            while at > begin + len(lines[line]):
                begin += len(lines[line]) + 1
                line += 1
            stop = min(end, begin + len(lines[line]))
            if stop > at:
                yield line, at - begin, stop - at, kind
            # The line break is a character of the text, and of no line.
            at = stop + 1


def _tokens(text: str) -> Iterator[tuple[int, int, int]]:
    """(start, end, kind) of the tokens that have a colour."""
    from pygments.lexers.python import PythonLexer
    from pygments.token import Comment, Keyword, Name, Number, Operator, String

    by_type = (
        (Keyword, _KEYWORD),
        (Operator.Word, _KEYWORD),
        (String.Escape, _ESCAPE),
        (String.Interpol, _ESCAPE),
        (String, _STRING),
        (Comment, _COMMENT),
        (Number, _NUMBER),
        (Name.Function, _DEFINITION),
        (Name.Class, _DEFINITION),
        (Name.Decorator, _DECORATOR),
        (Name.Exception, _BUILTIN),
        (Name.Builtin.Pseudo, -1),
        (Name.Builtin, _BUILTIN),
    )
    known: dict[object, int] = {}
    # Not ``get_tokens``, which takes line ends and blank lines away, so that positions are no longer those of the text.
    for start, token, value in PythonLexer().get_tokens_unprocessed(text):
        kind = known.get(token)
        if kind is None:
            kind = known[token] = next((kind for parent, kind in by_type if token in parent), -1)
        if kind >= 0 and value:
            yield start, start + len(value), kind


def _merged(rows: Iterator[tuple[int, int, int, int]]) -> Iterator[tuple[int, int, int, int]]:
    """Neighbours of one kind as one: Pygments gives a string as its quotes and what is between them."""
    last: tuple[int, int, int, int] | None = None
    for row in rows:
        if last is not None and last[0] == row[0] and last[1] + last[2] == row[1] and last[3] == row[3]:
            last = (last[0], last[1], last[2] + row[2], last[3])
            continue
        if last is not None:
            yield last
        last = row
    if last is not None:
        yield last
