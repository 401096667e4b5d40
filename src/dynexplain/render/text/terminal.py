"""Lays text out for a terminal: wrapped to a width, safe for its encoding, in colour only when asked."""

from __future__ import annotations

import re
import shutil
import sys
import textwrap
import unicodedata
from collections.abc import Iterable
from dataclasses import dataclass
from typing import Literal

from ..labels import flattened

Style = Literal["strong", "bad", "good", "code", "quiet", "plain"]

NARROWEST, WIDEST = 40, 100
"""Columns: in less the report's tables have no room, and in more its sentences are tiring to read."""

ESCAPES: dict[Style, str] = {"strong": "1", "bad": "1;31", "good": "1;32", "code": "36", "quiet": "2", "plain": "0"}

PLAIN = str.maketrans(
    {
        "·": "|",
        "\u00d7": "x",
        "→": "->",
        "µ": "u",
        "\u2013": "-",
        "\u2014": "-",
        "…": "...",
        "✕": "x",
        "\u2019": "'",
        "“": '"',
        "”": '"',
    }
)
"""What stands for the signs of our own sentences where a terminal has only ASCII."""

BLANKS = re.compile(r"[^\S\n]+")


@dataclass(frozen=True)
class Pen:
    """How to write: the width, and whether colours and more than ASCII may be used."""

    width: int
    color: bool
    unicode: bool

    def clean(self, text: str) -> str:
        """One line of text without what could move the cursor, in signs that the terminal has."""
        flat = flattened(text)
        return flat if self.unicode else flat.translate(PLAIN).encode("ascii", "backslashreplace").decode()

    def paint(self, text: str, style: Style) -> str:
        """Text in a style, if colours were asked for."""
        return f"\x1b[{ESCAPES[style]}m{text}\x1b[0m" if self.color and style != "plain" and text else text

    def prose(self, text: str, indent: str = "", first: str | None = None, style: Style = "plain") -> list[str]:
        """Paragraphs, wrapped; ``first`` (a label, say) stands before the first line in place of the indent."""
        lines: list[str] = []
        for paragraph in text.split("\n"):
            words = BLANKS.sub(" ", self.clean(paragraph)).strip()
            lead = indent if lines or first is None else first
            lines += textwrap.wrap(
                words, self.width, initial_indent=lead, subsequent_indent=indent, break_on_hyphens=False
            )
        return self.mark_code(lines, style)

    def items(self, items: Iterable[str], style: Style = "plain") -> list[str]:
        """Short items one after the other, none of them broken over two lines if it can be avoided."""
        lines: list[str] = []
        for item in map(self.clean, items):
            # The dots stand between two items of a line, and never at its end.
            longer = f"{lines[-1]}{self.clean(' · ')}{item}" if lines else item
            if lines and columns(longer) <= self.width:
                lines[-1] = longer
            else:
                lines.append(item)
        wrapped = [part for line in lines for part in textwrap.wrap(line, self.width, break_on_hyphens=False)]
        return self.mark_code(wrapped, style)

    def mark_code(self, lines: list[str], style: Style) -> list[str]:
        """With colours, ``code`` between backticks is coloured instead, also over the end of a line."""
        if not self.color:
            return lines
        marked, is_code = [], False
        for line in lines:
            pieces = line.split("`")
            painted = ""
            for number, piece in enumerate(pieces):
                painted += self.paint(piece, "code" if is_code else style)
                is_code ^= number < len(pieces) - 1
            marked.append(painted)
        return marked

    def code(self, line: str, column: int, end: int, indent: str) -> list[str]:
        """A line of code, cut around the columns of interest, with carets under them if they are known.

        There are none where they would be under all of the line.
        """
        raw = line.rstrip("\n").expandtabs(1)
        # A sign that is spelt out takes more room than it has columns in the source.
        column, end = (len(self.clean(raw[:at])) if at > 0 else at for at in (column, end))
        bare = self.clean(raw)
        offset = len(bare) - len(bare.lstrip())
        bare = bare.strip()
        start = max(0, column - offset) if column >= 0 else 0
        stop = min(len(bare), max(start, end - offset)) if end > 0 else start
        is_part = column >= 0 and stop > start and (start > 0 or stop < len(bare))
        shown, start, stop = self.cut(bare, start, stop, self.width - len(indent))
        lines = [indent + self.paint(shown, "code")]
        if is_part and stop > start:
            before, under = columns(shown[:start]), columns(shown[start:stop])
            lines.append(indent + " " * before + self.paint("^" * min(under, self.width - len(indent) - before), "bad"))
        return lines

    def cut(self, line: str, start: int, stop: int, room: int) -> tuple[str, int, int]:
        """Cut a line to a window that shows ``start``; returns the window and where the columns went."""
        if columns(line) <= room:
            return line, start, stop
        dots = "…" if self.unicode else "..."
        left = max(0, min(start - room // 4, len(line) - room))
        head = dots if left else ""
        window = line[left + len(head) :]
        while columns(head + window) > room - len(dots) and window:
            window = window[: -max(1, (columns(head + window) - room) // 2)]
        ends = left + len(head) + len(window) == len(line)
        shown = head + window + ("" if ends else dots)
        limit = len(head + window)
        return shown, min(start - left, limit), min(stop - left, limit)

    def short(self, text: str, room: int | None = None) -> str:
        """One line, cut at its end if it is too long."""
        flat = BLANKS.sub(" ", self.clean(text.replace("\n", " "))).strip()
        limit = self.width if room is None else room
        dots = "…" if self.unicode else "..."
        return flat if len(flat) <= limit else flat[: limit - len(dots)].rstrip() + dots

    def short_after(self, start: str, text: str, *, keep_blanks: bool = False) -> str:
        """One line behind ``start``, cut at its end if it is too long."""
        room = self.width - len(start)
        return start + (self.cut(self.clean(text), 0, 0, room)[0] if keep_blanks else self.short(text, room))


def columns(text: str) -> int:
    """How many columns of a terminal a text takes: two for wide East Asian signs, none for combining ones."""
    return sum(
        0 if unicodedata.combining(sign) else 2 if unicodedata.east_asian_width(sign) in "WF" else 1 for sign in text
    )


def pen(width: int | None, color: bool, unicode: bool | None) -> Pen:
    """The pen for this terminal, where the caller leaves the choice."""
    found = shutil.get_terminal_size((88, 24)).columns if width is None else width
    chosen = max(NARROWEST, min(WIDEST, found)) if width is None else max(NARROWEST, width)
    return Pen(chosen, color, can_unicode() if unicode is None else unicode)


def can_unicode() -> bool:
    """Whether standard output can write more than ASCII."""
    encoding = getattr(sys.stdout, "encoding", None) or "ascii"
    try:
        "·…µ✕".encode(encoding)
    except (UnicodeEncodeError, LookupError):
        return False
    return True
