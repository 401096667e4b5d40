"""Places in source: what to call a file, whose code it is, and the text of a line."""

from __future__ import annotations

import functools
import importlib.util
import os
import re
import sysconfig
from pathlib import Path
from types import CodeType

from msgspec.structs import replace

from ...tracer.reading.stacks import plain_name
from ...tracer.records import CompileRecord, Place, Stack
from ..report import Location
from .texts import Texts

_CELL = re.compile(r"^<ipython-input-(\d+)-")
_GENERATED = re.compile(r"[/\\](\w\w)[/\\]c\1[a-z2-7]{40,}\.py$")


class Places:
    """Makes locations. Interns those of graph nodes, of which there may be very many."""

    def __init__(self, cells: dict[str, int]) -> None:
        self._cells = cells
        self.texts = Texts(lambda file: is_users(file) and not file.startswith("<") and not self.is_cell(file))
        self._made: dict[Place, Location] = {}
        self._stacks: dict[Stack, int] = {}
        self._indices: dict[Location, int] = {}
        self.locations: list[Location] = []
        self.stacks: list[tuple[int, ...]] = []

    def location(self, place: Place) -> Location:
        """The location of a place; its code without indentation, columns moved along."""
        made = self._made.get(place)
        if made is None:
            made = self._made[place] = self._make(place)
        return made

    def of_code(self, code: CodeType) -> Location:
        """Where a function begins."""
        return self.location(Place(code.co_filename, code.co_firstlineno, code.co_qualname))

    def of_compile(self, record: CompileRecord) -> Location:
        """Where the function begins that a conversion was about; a decorator's wrapper goes by what it wraps."""
        location = self.of_code(record.inlined or record.code)
        return replace(location, function=record.wraps) if record.wraps else location

    def location_of(self, file: str, line: int) -> Location:
        """A line of a file."""
        return self.location(Place(file, line, ""))

    def trace(self, stack: Stack) -> tuple[Location, ...]:
        """A stack as locations, outermost first.

        Dynamo calls the rest of a function after a break as a function of its own. A person knows one call of one
        function, which has come as far as the resume function has.
        """
        kept: list[Place] = []
        for place in stack:
            name = plain_name(place.function)
            if (
                kept
                and name != place.function
                and plain_name(kept[-1].function) == name
                and kept[-1].file == place.file
            ):
                kept[-1] = place
            else:
                kept.append(place)
        return tuple(self.location(place) for place in kept)

    def stack(self, stack: Stack) -> int:
        """The index of an interned stack, -1 for an empty one."""
        if not stack:
            return -1
        index = self._stacks.get(stack)
        if index is None:
            index = self._stacks[stack] = len(self.stacks)
            self.stacks.append(tuple(self._index(self.location(place)) for place in stack))
        return index

    def label(self, file: str) -> str:
        """What to call a file: ``train.py``, ``cell 4``, ``torch/nn/modules/linear.py``."""
        if file in self._cells:
            return f"cell {self._cells[file]}"
        if cell := _CELL.match(file):
            return f"cell {cell.group(1)}"
        for root in _library_roots():
            if file.startswith(root):
                return Path(file[len(root) :].lstrip("/\\")).as_posix()
        return file if file.startswith("<") else Path(file).name

    def is_cell(self, file: str) -> bool:
        """Whether a file name is one that IPython gave to the code of a notebook cell."""
        return file in self._cells or bool(_CELL.match(file))

    def _index(self, location: Location) -> int:
        index = self._indices.get(location)
        if index is None:
            index = self._indices[location] = len(self.locations)
            self.locations.append(location)
        return index

    def _text(self, place: Place) -> str:
        lines = self.texts.lines(place.file)
        if not 0 < place.line <= len(lines) or not self.texts.holds(place.file, place.line, plain_name(place.function)):
            return ""
        return lines[place.line - 1]

    def _make(self, place: Place) -> Location:
        text = self._text(place).rstrip()
        code = text.lstrip()
        indent = len(text) - len(code)
        column, end_column = (_characters(text, at) - indent for at in (place.column, place.end_column))
        if place.end_line not in (0, place.line) or end_column > len(code):
            end_column = len(code)
        if place.column < 0 or not 0 <= column < end_column:
            column = end_column = -1
        return Location(
            file=place.file,
            line=place.line,
            function=plain_name(place.function),
            label=self.label(place.file),
            code=code,
            user=is_users(place.file),
            end_line=place.end_line or place.line,
            column=column,
            end_column=end_column,
        )


def _characters(line: str, offset: int) -> int:
    """How many characters the first ``offset`` bytes of a line are: Python counts columns in UTF-8."""
    return offset if line.isascii() else len(line.encode(errors="replace")[: max(0, offset)].decode(errors="replace"))


def is_generated(file: str) -> bool:
    """Whether a file is Inductor's, by the name that ``get_path`` in torch/_inductor/codecache.py gives."""
    return bool(_GENERATED.search(file))


_INSTALLED = {"site-packages", "dist-packages"}
"""Folders of installed code by their names, also those of another environment or of ``pip install --target``."""


@functools.cache
def is_users(file: str) -> bool:
    """Whether a file is the user's own: not the standard library, not installed, not made by ``exec`` or Inductor."""
    if file.startswith("<"):
        return bool(_CELL.match(file)) or file.startswith(("<stdin", "<python-input"))
    if is_generated(file) or not _INSTALLED.isdisjoint(Path(file).parts):
        return False
    return not any(file.startswith(root) for root in _library_roots())


@functools.cache
def _library_roots() -> tuple[str, ...]:
    """Folders of installed code, the longest first, so that labels are cut at the right one."""
    roots = {sysconfig.get_path(name) for name in ("purelib", "platlib", "stdlib", "platstdlib")}
    if (torch := importlib.util.find_spec("torch")) is not None:
        roots.update(str(Path(folder).parent) for folder in torch.submodule_search_locations or ())
    # Installed for development, this package lies beside the user's own files: only its own folder counts.
    roots.add(str(Path(__file__).resolve().parents[2]))
    return tuple(sorted((str(root) + os.sep for root in roots if root), key=len, reverse=True))
