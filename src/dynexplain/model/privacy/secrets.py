"""Keys, tokens and passwords: masked in every report, in whatever part of it they stand."""

from __future__ import annotations

from ...tracer.secrets import BEGINNINGS, SHAPES, is_secret
from ..plain import found
from ..report import Report
from . import literals
from .mask import masked

_ENVIRON = ".environ."
_TOO_SHORT = 8
"""A shorter value of an environment variable, such as "1" or "cpu", is a setting that a reader wants to see."""


def without_secrets(report: Report, known: frozenset[str], raw: bytes) -> Report:
    """The report with dots in place of secrets.

    Args:
        report: The report.
        known: What the program was seen to keep secret.
        raw: The report as JSON.
    """
    hidden = set(known)
    for name, value in literals.of_guards(report):
        if is_secret(name, value) or (_ENVIRON in name and len(value) >= _TOO_SHORT):
            hidden.add(value)
    hidden.update(value for name, value in literals.of_source(report) if is_secret(name, value))
    if any(beginning in raw for beginning in BEGINNINGS):
        hidden.update(match for text in found(report, str) for match in SHAPES.findall(text))
    return masked(report, hidden, raw)
