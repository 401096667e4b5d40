"""Report → lines of JSON for the viewer, so that it can draw the first one early and never has much to read at once.

The first line is an object: what the heading needs. Every other line is ``[path, value]``: the value belongs at that
path of keys and indices; an array that comes again goes on where it ended. An empty path is the report itself.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence

from msgspec import Struct
from msgspec.json import encode
from msgspec.structs import asdict

from ...model.plain import encoded
from ...model.report import Report

HEAD = ("schema_version", "created", "environment", "subject", "outcome", "calls", "duration_ns", "summary")
"""The fields of the first line."""
MOST = 300_000
"""Bytes of a line, about: a browser reads that in a few milliseconds."""

Path = tuple[str | int, ...]


def pieces(report: Report) -> bytes:
    """Write a report as lines of JSON, the heading first."""
    fields = asdict(encoded(report, "replace")[0])
    head = {name: fields.pop(name) for name in HEAD}
    return b"\n".join([encode(head), *_lines((), fields)])


def _lines(path: Path, value: object) -> Iterator[bytes]:
    """The lines of one value; large ones are taken apart."""
    line = encode((path, value))
    parts = asdict(value) if isinstance(value, Struct) else value
    if len(line) <= MOST or isinstance(parts, str) or not isinstance(parts, Mapping | Sequence) or not parts:
        yield line
    elif isinstance(parts, Mapping):
        for key, part in parts.items():
            yield from _lines((*path, key), part)
    elif len(line) / len(parts) > MOST / 2:
        for index, part in enumerate(parts):
            yield from _lines((*path, index), part)
    else:
        at_once = max(1, len(parts) * MOST // len(line))
        for start in range(0, len(parts), at_once):
            yield encode((path, parts[start : start + at_once]))
