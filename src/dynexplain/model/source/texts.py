"""The text that code was compiled from: of a file that was edited since, other lines stand where its functions were."""

from __future__ import annotations

import ast
import linecache
import sys
import tokenize
import warnings
from collections.abc import Callable, Iterable, Iterator
from importlib.machinery import SourceFileLoader, SourcelessFileLoader
from itertools import zip_longest
from types import CodeType, FunctionType, ModuleType
from typing import Any, NamedTuple

from ...tracer.reading.stacks import resumed_at


class Text(NamedTuple):
    """One version of a file."""

    lines: list[str]
    codes: dict[int, list[CodeType]] | None
    """What it compiles to, by first line; None where it is no Python."""


class Texts:
    """Tells which text belongs to code.

    Args:
        is_checked: Whether a file can have been edited; a notebook's cells and installed libraries are not.
    """

    def __init__(self, is_checked: Callable[[str], bool]) -> None:
        self._is_checked = is_checked
        self._known: dict[str, dict[int, CodeType]] = {}
        self._chosen: dict[str, Text] = {}
        self._verdicts: dict[int, bool] = {}
        self._plain: dict[str, bool] = {}
        self._made: set[int] = set()

    def know(self, codes: Iterable[CodeType], made: Iterable[int] = ()) -> None:
        """Take note of code that ran: it decides whether its file was edited; ``made``: ids of what Dynamo made."""
        self._made.update(made)
        for code in codes:
            if self._is_checked(code.co_filename) and not self._is_made(code):
                self._known.setdefault(code.co_filename, {})[id(code)] = code

    def lines(self, file: str) -> list[str]:
        """The lines of a file, none if it cannot be read."""
        return self._text(file).lines if self._is_checked(file) else _cached(file)

    def belongs(self, code: CodeType) -> bool:
        """Whether there is text at a function's first line, and it is the function's own."""
        if not 0 < code.co_firstlineno <= len(self.lines(code.co_filename)):
            return False
        if not self._is_checked(code.co_filename):
            return True
        verdict = self._verdicts.get(id(code))
        if verdict is None:
            of = [code]
            if self._is_made(code):
                of = [one for one in self._codes(code.co_filename) if _key(one) == _key(code)] or of
            text = self._text(code.co_filename)
            verdict = self._verdicts[id(code)] = any(self._fits(one, text) for one in of)
        return verdict

    def holds(self, file: str, line: int, function: str) -> bool:
        """Whether the text of a line is what was compiled there, as far as it is known."""
        if not self._is_checked(file) or not self.edited(file):
            return True
        name = function.rpartition(".")[2]
        around = [
            code
            for outer in self._codes(file)
            for code in _with_inner(outer)
            if code.co_name == name and (line == code.co_firstlineno or line in _lines(code))
        ]
        return any(self.belongs(code) for code in around)

    def edited(self, file: str) -> bool:
        """Whether some code of a file is not in its text any more."""
        return bool(self.lines(file)) and not all(self.belongs(code) for code in self._codes(file))

    def all_edited(self) -> list[str]:
        """The files of which code is known that is not in their text any more."""
        return [file for file in self._known if self.edited(file)]

    def _fits(self, code: CodeType, text: Text) -> bool:
        file = code.co_filename
        if file not in self._plain:
            self._plain[file] = _is_plain(file)
        if text.codes is not None and self._is_made(code):
            return any(_key(code) == _key(one) for one in text.codes.get(code.co_firstlineno, ()))
        return _fits(code, text, self._plain[file])

    def _is_made(self, code: CodeType) -> bool:
        return id(code) in self._made or _is_made(code)

    def _codes(self, file: str) -> Iterable[CodeType]:
        if file not in self._known:
            self._known[file] = {id(code): code for code in _of_module(file) if not _is_made(code)}
        return self._known[file].values()

    def _text(self, file: str) -> Text:
        """The version that fits best: what Python keeps may be older than what was loaded again, or newer."""
        text = self._chosen.get(file)
        if text is None:
            text = self._chosen[file] = _read(file, _cached(file))
            codes = list(self._codes(file))
            if text.lines and not all(self._fits(code, text) for code in codes):
                other = _read(file, _on_disk(file))
                text = max(text, other, key=lambda one: sum(self._fits(code, one) for code in codes))
                self._chosen[file] = text
        return text


def _cached(file: str) -> list[str]:
    try:
        return linecache.getlines(file)
    except ValueError:
        # A name that the file system cannot take: with a lone surrogate or a null in it.
        return []


def _on_disk(file: str) -> list[str]:
    # Not with `linecache.checkcache`: which text tracebacks show is the user's business.
    try:
        with tokenize.open(file) as stream:
            return stream.readlines()
    except (OSError, SyntaxError, ValueError):
        return []


_READ: dict[str, list[Text]] = {}
"""The last versions of each file. Compiling one costs much more than a comparison with those."""


def _read(file: str, lines: list[str]) -> Text:
    versions = _READ.setdefault(file, [])
    text = next((text for text in versions if text.lines is lines or text.lines == lines), None)
    if text is None:
        text = Text(lines, _compiled(file, "".join(lines)))
        versions[:] = [text, *versions[:1]]
    return text


def _compiled(file: str, source: str) -> dict[int, list[CodeType]] | None:
    try:
        module = quietly(compile, source, file, "exec", dont_inherit=True)
    except (SyntaxError, ValueError, OverflowError, MemoryError, RecursionError):
        return None
    found: dict[int, list[CodeType]] = {}
    for code in _with_inner(module):
        found.setdefault(code.co_firstlineno, []).append(code)
    return found


def quietly(function: Callable[..., Any], *args: Any, **kwargs: Any) -> Any:
    """Call a parser without the warnings that the user had when the text was first compiled."""
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        return function(*args, **kwargs)


def parsed(lines: Iterable[str]) -> ast.Module:
    """The tree of a file.

    Raises:
        SyntaxError: It is no Python.
        ValueError: There is a null in it.
    """
    tree: ast.Module = quietly(ast.parse, "".join(lines))
    return tree


def _fits(code: CodeType, text: Text, is_plain: bool) -> bool:
    if text.codes is None:
        # A template, or a language that is made into Python: its lines are what its maker says they are.
        return not is_plain
    there = text.codes.get(code.co_firstlineno, ())
    return any(_is_same(code, one, is_plain) or (not is_plain and _looks_the_same(code, one)) for one in there)


def _looks_the_same(code: CodeType, text: CodeType) -> bool:
    """Whether names and lines agree: marimo takes cells out of the function that its files have around them."""
    arguments, others = (one.co_varnames[: one.co_argcount + one.co_kwonlyargcount] for one in (code, text))
    return _key(code) == _key(text) and arguments == others and _lines(code) == _lines(text)


def _lines(code: CodeType) -> set[int]:
    return {line for _, _, line in code.co_lines() if line}


def _key(code: CodeType) -> tuple[str, int]:
    return code.co_name, code.co_firstlineno


_DYNAMOS = ("__compiled_fn_", "__resume_at_", "graph_out_", "___stack", "__nested_resume_fns")
"""Beginnings of names that Dynamo gives to what it adds to a function."""


def _is_made(code: CodeType) -> bool:
    """Whether Dynamo made code out of other code, whose name and place it has kept."""
    names = (*code.co_names, *code.co_varnames)
    return bool(resumed_at(code.co_name)) or any(name.startswith(_DYNAMOS) for name in names)


def _is_same(code: CodeType, text: CodeType, is_plain: bool) -> bool:
    """Whether code was compiled from the text that ``text`` was compiled from.

    Loaders that rewrite modules, such as pytest's for its assertions, leave lines where they are and add calls of their
    own. So what they have loaded may have names that the text has not.
    """
    own, written = _names(code), _names(text)
    if own == written:
        if code.co_code != text.co_code or not _same_positions(code, text):
            return False
        pairs = zip_longest(code.co_consts, text.co_consts, fillvalue=_fits)
        return all(_is_same_constant(one, other, is_plain) for one, other in pairs)
    if is_plain or not written < own or code.co_name != text.co_name:
        return False
    inner = {_key(one): one for one in text.co_consts if isinstance(one, CodeType)}
    return all(
        _is_same(one, inner[_key(one)], is_plain)
        for one in code.co_consts
        if isinstance(one, CodeType) and _key(one) in inner
    )


_CONSTANTS = (int, float, complex, str, bytes, bool, tuple, frozenset, type(None), type(...))


def _is_same_constant(one: Any, other: Any, is_plain: bool) -> bool:
    if isinstance(one, CodeType) and isinstance(other, CodeType):
        return _is_same(one, other, is_plain)
    return type(one) is type(other) and type(one) in _CONSTANTS and bool(one == other)


def _names(code: CodeType) -> frozenset[str]:
    return frozenset((*code.co_names, *code.co_varnames, *code.co_freevars, *code.co_cellvars))


def _same_positions(one: CodeType, other: CodeType) -> bool:
    # Under `-X no_debug_ranges` there are no columns.
    for (line, _, first, last), (other_line, _, other_first, other_last) in zip(
        one.co_positions(), other.co_positions(), strict=True
    ):
        columns, other_columns = (first, last), (other_first, other_last)
        if line != other_line or (None not in (*columns, *other_columns) and columns != other_columns):
            return False
    return True


def _with_inner(code: CodeType) -> Iterator[CodeType]:
    yield code
    for constant in code.co_consts:
        if isinstance(constant, CodeType):
            yield from _with_inner(constant)


def _modules(file: str) -> Iterator[dict[str, Any]]:
    for module in list(sys.modules.values()):
        # Without `getattr`: a module may load others when it is asked for something.
        names = object.__getattribute__(module, "__dict__") if isinstance(module, ModuleType) else {}
        if names.get("__file__") == file:
            yield names


def _is_plain(file: str) -> bool:
    """Whether a file's text was compiled as it is, by Python's own loader."""
    loaders = [type(names.get("__loader__")) for names in _modules(file)]
    return bool(loaders) and all(loader in (SourceFileLoader, SourcelessFileLoader) for loader in loaders)


def _of_module(file: str) -> Iterator[CodeType]:
    """The code of the functions in a module, those in its classes among them."""
    for names in _modules(file):
        for value in list(names.values()):
            inside = list(vars(value).values()) if type(value) is type else [value]
            for one in inside:
                if type(one) is FunctionType and one.__code__.co_filename == file:
                    yield one.__code__
