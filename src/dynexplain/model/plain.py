"""Makes a report writable: Python strings may hold lone surrogates, which no encoding takes."""

from __future__ import annotations

from typing import Any

import msgspec

from .report import Report


def encodable(report: Report) -> Report:
    """The report itself if it can be written, else one with its lone surrogates spelt out (``\\udc80``)."""
    try:
        msgspec.json.encode(report)
    except UnicodeEncodeError:
        return msgspec.convert(_spelt(msgspec.to_builtins(report)), Report)
    return report


def _spelt(value: Any) -> Any:
    if isinstance(value, str):
        return value.encode("utf-8", "backslashreplace").decode()
    if isinstance(value, dict):
        return {_spelt(key): _spelt(item) for key, item in value.items()}
    if isinstance(value, list | tuple):
        return [_spelt(item) for item in value]
    return value
