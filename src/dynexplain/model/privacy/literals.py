"""The strings that a report tells of the program: values of guards, arguments and variables, as Python writes them."""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator

from ..report import FailedGuard, Report

STRING = re.compile(r"b?(?:'(?:[^'\\]|\\.)*'|\"(?:[^\"\\]|\\.)*\")", re.DOTALL)
_BEGINNINGS = (" '", ' "', " b'", ' b"')
_COMPARED = re.compile(rf"(?:==|!=|\bis|\bin) (?P<value>{STRING.pattern})", re.DOTALL)
_GIVEN = re.compile(
    rf"(?P<name>\w+)(?:['\"]\])?\s*(?::\s*[\w.\[\]| ]+)?(?:==|=|:)\s*(?P<value>{STRING.pattern})", re.DOTALL
)
"""A string that source text gives to a name: ``key = "…"``, ``key: str = "…"``, ``{"key": "…"}``, ``f(key="…")``."""


def of_guards(report: Report) -> Iterator[tuple[str, str]]:
    """The strings that guards and recompiles compare with, each with the name of what must be equal to it."""
    for tree in report.guards:
        for guard in tree.guards:
            for code in (*guard.code, guard.text):
                # Most guards compare with no string, and there are thousands.
                if not any(beginning in code for beginning in _BEGINNINGS):
                    continue
                for match in _COMPARED.finditer(code):
                    yield tree.sources[guard.source].source, text_of(match["value"])
    for recompile in report.recompiles:
        for failed in (recompile.failed, *recompile.also):
            yield from _of_failed(failed)
    for one in report.decided:
        for match in STRING.finditer(one.value):
            yield one.name, text_of(match.group())


def of_source(report: Report) -> Iterator[tuple[str, str]]:
    """The strings that are given to a name in the source text of the report, in its call, and in its error."""
    texts = {line for source in report.sources for line in source.lines}
    texts.update(location.code for location in report.locations)
    error = report.outcome.error
    for text in (*texts, report.subject.call, *((error.message, error.traceback) if error else ())):
        for match in _GIVEN.finditer(text):
            yield match["name"], text_of(match["value"])


def of_call(report: Report) -> Iterator[str]:
    """The strings that the explained call was given."""
    for match in STRING.finditer(report.subject.call):
        yield text_of(match.group())


def text_of(literal: str) -> str:
    """What a literal says; bytes as the text that they are in UTF-8."""
    try:
        value = ast.literal_eval(literal)
    except (SyntaxError, ValueError):
        return literal.removeprefix("b")[1:-1]
    return value.decode(errors="replace") if isinstance(value, bytes) else str(value)


def _of_failed(failed: FailedGuard | None) -> Iterator[tuple[str, str]]:
    if failed is not None:
        for text in (failed.expected, failed.actual):
            for match in STRING.finditer(text):
                yield failed.source, text_of(match.group())
