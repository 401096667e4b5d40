"""The JSON schema of the Report: what a report file looks like, stated once. ``python -m dynexplain.model.schema``."""

from __future__ import annotations

import sys
from typing import Any

import msgspec

from .report import Report


def report_schema() -> dict[str, Any]:
    """Return the JSON schema of :class:`~dynexplain.model.report.Report`."""
    return msgspec.json.schema(Report)


def schema_text() -> str:
    """Return the schema as indented JSON, ready to be written to a file."""
    return msgspec.json.format(msgspec.json.encode(report_schema(), order="deterministic"), indent=2).decode() + "\n"


if __name__ == "__main__":
    sys.stdout.write(schema_text())
