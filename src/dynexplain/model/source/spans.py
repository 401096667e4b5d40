"""Which stretches of source a report shows: the functions that took part, whole cells, and code that has no text."""

from __future__ import annotations

import inspect
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from pathlib import Path
from types import CodeType

from ...tracer.reading.stacks import resumed_at
from ..report import Location
from .functions import around
from .places import Places, is_users

_MADE = ("<frozen ", "<eval_with_key>", "<torch", "<attrs generated", "<lambdifygenerated")
"""Beginnings of the file names that Python's own machinery, torch and libraries give to code they make."""


@dataclass(frozen=True, slots=True, eq=False)
class Span:
    """One stretch: lines of text, or ``code`` where Python has no text of a function."""

    file: str
    first: int
    name: str
    lines: tuple[str, ...]
    numbers: frozenset[int]
    code: CodeType | None = None

    def holds(self, location: Location) -> bool:
        """Whether a place lies in here. Code made by ``exec`` shares its file name with other such code."""
        if location.file != self.file or location.line not in self.numbers:
            return False
        return self.code is None or location.function.rpartition(".")[2] == self.code.co_name


class Spans:
    """The stretches, found again by place. A function that lies within another stretch is shown as part of it."""

    def __init__(self, subject: CodeType | None, places: Places) -> None:
        self._places = places
        self._texts = places.texts
        self._folder = ""
        if subject is not None and not places.of_code(subject).user and not subject.co_filename.startswith("<"):
            self._folder = str(Path(subject.co_filename).parent)
        self._in_file: dict[str, dict[tuple[int, int], Span]] = {}
        self._held: dict[tuple[str, int, str], list[Span]] = {}

    def __iter__(self) -> Iterator[Span]:
        for spans in self._in_file.values():
            yield from spans.values()

    def shown(self, location: Location) -> bool:
        """Whether it is the user's own; where a library's model is explained, that library's code is shown as well."""
        return location.user or bool(self._folder and location.file.startswith(self._folder))

    def holding(self, location: Location) -> list[Span]:
        """The stretches that a place lies in: one, if they have text."""
        key = (location.file, location.line, location.function)
        held = self._held.get(key)
        if held is None:
            spans = self._in_file.get(location.file, {}).values()
            fits = self._texts.holds(*key)
            held = self._held[key] = [
                span for span in spans if span.holds(location) and (fits or span.code is not None)
            ]
        return held

    def add_ran(self, codes: Iterable[CodeType]) -> None:
        """Add functions that were offered to Dynamo, or ran."""
        for code in codes:
            if resumed_at(code.co_name) or not self.shown(self._places.of_code(code)):
                continue
            if code.co_name == "<module>" and self._places.is_cell(code.co_filename):
                self._add_cell(code.co_filename)
            elif not self.holding(self._places.of_code(code)):
                self._add_code(code)

    def add_lines(self, locations: Iterable[Location]) -> None:
        """Add the functions around places: Dynamo inlined them, or a break was in them."""
        for location in locations:
            if self.shown(location) and not self.holding(location):
                lines = self._texts.lines(location.file)
                function = around(lines, location.line)
                if function is not None and self._texts.holds(location.file, location.line, location.function):
                    self._add(location.file, function.first, function.name, lines[function.first - 1 : function.last])

    def add_textless(self, codes: Iterable[CodeType]) -> None:
        """Add functions whose text Python does not have: made by ``exec``, or their file is gone or was edited."""
        for code in codes:
            file = code.co_filename
            if resumed_at(code.co_name) or self._texts.belongs(code) or _is_made(code):
                continue
            if not (file.startswith("<") or self.shown(self._places.of_code(code))):
                continue
            numbers = frozenset(line for _, _, line in code.co_lines() if line)
            span = Span(file, code.co_firstlineno, code.co_qualname, (), numbers | {code.co_firstlineno}, code)
            self._in_file.setdefault(file, {}).setdefault((span.first, id(code)), span)
            self._held.clear()

    def _add_cell(self, file: str) -> None:
        lines = self._texts.lines(file)
        if lines:
            self._add(file, 1, self._places.label(file), lines)

    def _add_code(self, code: CodeType) -> None:
        if not self._texts.belongs(code):
            return
        try:
            block = inspect.getblock(self._texts.lines(code.co_filename)[code.co_firstlineno - 1 :])
        except (SyntaxError, IndentationError):
            return
        self._add(code.co_filename, code.co_firstlineno, code.co_qualname, block)

    def _add(self, file: str, first: int, name: str, lines: list[str]) -> None:
        spans = self._in_file.setdefault(file, {})
        numbers = frozenset(range(first, first + len(lines)))
        for key, other in list(spans.items()):
            if other.code is None and other.first in numbers:
                del spans[key]
        # What cannot be written as UTF-8 is spelt out now, while positions in the line are still to be counted.
        texts = (line.rstrip("\r\n").encode(errors="backslashreplace").decode() for line in lines)
        self._held.clear()
        spans[first, 0] = Span(file, first, name, tuple(texts), numbers)


def _is_made(code: CodeType) -> bool:
    """Whether code without text is nobody's: methods of dataclasses and named tuples are made by ``exec``, too."""
    of_named_tuple = code.co_name == "<lambda>" and code.co_varnames[:1] == ("_cls",)
    return code.co_filename.startswith(_MADE) or code.co_qualname.startswith("__create_fn__") or of_named_tuple


def users(span: Span) -> bool:
    """Whether a stretch is the user's own. What ``exec`` made is nobody else's."""
    return is_users(span.file) or span.file.startswith("<")
