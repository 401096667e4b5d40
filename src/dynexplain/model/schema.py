"""The JSON schema of the Report, and of the comparison of two, stated once. ``python -m dynexplain.model.schema``."""

from __future__ import annotations

import sys
from typing import Any

import msgspec

from .difference.comparison import SideBySide
from .report import Report


def report_schema() -> dict[str, Any]:
    """Return the JSON schema of :class:`~dynexplain.model.report.Report`."""
    return msgspec.json.schema(Report)


def viewer_schema() -> dict[str, Any]:
    """Return the same with the definitions of all that the viewer is given beside a report."""
    schema = report_schema()
    return {**schema, "$defs": {**msgspec.json.schema(SideBySide)["$defs"], **schema["$defs"]}}


def schema_text() -> str:
    """Return the viewer's schema as indented JSON, ready to be written to a file."""
    return msgspec.json.format(msgspec.json.encode(viewer_schema(), order="deterministic"), indent=2).decode() + "\n"


if __name__ == "__main__":
    sys.stdout.write(schema_text())
