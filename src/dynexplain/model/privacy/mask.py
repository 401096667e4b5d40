"""Strings made unreadable wherever a report has them."""

from __future__ import annotations

import json
import re
from collections.abc import Iterable

from ...tracer.reading.values import with_short_strings
from ..plain import mapped
from ..report import Report

_SURE_TO_BE_MEANT = 8
"""A shorter string is a word like others: it is masked only between quotes."""
DOT = "•"


def masked(report: Report, hidden: Iterable[str], raw: bytes) -> Report:
    """The report with as many dots in place of each of these strings as it has characters, so that columns stay right.

    Args:
        report: The report.
        hidden: What nobody may read.
        raw: The report as JSON, in which it is looked up whether there is anything to do.
    """
    forms = {form for value in hidden if value for form in _forms(value)}
    found = [form for form in forms if json.dumps(form, ensure_ascii=False)[1:-1].encode(errors="replace") in raw]
    if not found:
        return report
    one = re.compile("|".join(_pattern(form) for form in sorted(found, key=len, reverse=True)))
    return mapped(report, lambda text: one.sub(lambda match: DOT * len(match.group()), text))


def _forms(value: str) -> Iterable[str]:
    """How a string may be written: as it is, as Python writes it, and cut in the middle."""
    yield value
    written = repr(value)
    yield written[1:-1]
    short = with_short_strings(written)
    if short != written:
        yield short[1 : short.rindex(written[0])]


def _pattern(form: str) -> str:
    escaped = re.escape(form)
    return escaped if len(form) >= _SURE_TO_BE_MEANT else rf"(?<=['\"]){escaped}(?=['\"])"
