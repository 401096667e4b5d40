"""The Report as a JSON file: written, read back, and refused with the name of the field that is wrong."""

from __future__ import annotations

import gzip
import io
import re
import zlib
from pathlib import Path

import msgspec

from ..errors import BadReportError
from ..files import write
from ..model.plain import encoded
from ..model.report import SCHEMA_VERSION, Report
from .check import check

GZIP_MAGIC = b"\x1f\x8b"
LARGEST = 256 * 1024**2
"""Bytes of JSON that are read, unpacked: more than any report has, and what a machine has room for."""
AGAIN = "Save the report again with `to_json`."


class Header(msgspec.Struct, frozen=True):
    """The one field that every version of a report has."""

    schema_version: int


def encode(report: msgspec.Struct) -> bytes:
    """Write a report, or what was made of reports, as compact JSON (UTF-8)."""
    return encoded(report, "replace")[1]


def decode(data: bytes | str) -> Report:
    """Read a report from JSON, or from gzipped JSON.

    Raises:
        BadReportError: The data is no report, is damaged, or has another schema version.
    """
    raw = data.encode() if isinstance(data, str) else data
    if raw.startswith(GZIP_MAGIC):
        raw = unpacked(raw)
    check_size(raw)
    try:
        check_version(raw)
        report = msgspec.json.decode(raw, type=Report)
        check(report)
    except (msgspec.DecodeError, RecursionError) as error:
        raise BadReportError(f"The report is damaged: {name_the_field(str(error))}. {AGAIN}") from error
    except MemoryError as error:
        raise BadReportError("The report needs more memory than there is.") from error
    return report


def unpacked(packed: bytes) -> bytes:
    """What is in a gzip, of which a small one can hold more than a machine has room for: not much more than is read."""
    try:
        with gzip.GzipFile(fileobj=io.BytesIO(packed)) as file:
            return file.read(LARGEST + 1)
    except (OSError, EOFError, zlib.error) as error:
        raise BadReportError(f"The gzipped report is damaged ({error}). {AGAIN}") from error


def check_size(raw: bytes) -> None:
    """Refuse what is larger than any report."""
    if len(raw) > LARGEST:
        raise BadReportError(
            f"The report is larger than {LARGEST // 1024**2} MB of JSON, which is the most that is read. "
            "Explain less of the program at once."
        )


def check_version(raw: bytes) -> None:
    """Refuse what is not JSON, what is no report, and what another version of the schema wrote."""
    if not raw.strip():
        raise BadReportError(f"The report is empty. {AGAIN}")
    try:
        version = msgspec.json.decode(raw, type=Header).schema_version
    except msgspec.ValidationError as error:
        message = "This is JSON, but no dynexplain report: it needs a number in the field `schema_version`. "
        raise BadReportError(message + "Give a file that was written with `to_json`.") from error
    except (msgspec.DecodeError, RecursionError) as error:
        problem = str(error).removeprefix("JSON is malformed: ")
        raise BadReportError(f"The report is not valid JSON ({problem}): cut off, or another file? {AGAIN}") from error
    if version > SCHEMA_VERSION:
        raise BadReportError(
            f"The report has schema_version {version}, and this dynexplain reads {SCHEMA_VERSION}. "
            "Upgrade it: pip install --upgrade dynexplain"
        )
    if version < SCHEMA_VERSION:
        raise BadReportError(
            f"The report has the old schema_version {version}, and this dynexplain reads {SCHEMA_VERSION}. "
            "Explain the code again, or open the report with the dynexplain that wrote it."
        )


def name_the_field(problem: str) -> str:
    """Turn msgspec's "Expected `int`, got `str` - at `$.calls`" round, so that the field comes first."""
    found = re.fullmatch(r"(?P<what>.*) - at `\$\.?(?P<where>.*)`", problem, flags=re.DOTALL)
    if found is None:
        return problem
    what = found["what"][:1].lower() + found["what"][1:]
    return f"field `{found['where']}`: {what}" if found["where"] else what


def save(report: Report, path: str | Path) -> None:
    """Write a report to a file; gzipped when the name ends in ``.gz``."""
    data = encode(report)
    write(path, gzip.compress(data) if str(path).endswith(".gz") else data)


def load(path: str | Path) -> Report:
    """Read a report from a file.

    Raises:
        BadReportError: The file is no report, is damaged, or has another schema version.
        OSError: The file cannot be read.
    """
    with Path(path).open("rb") as file:
        data = file.read(LARGEST + 1)
    try:
        return decode(data)
    except BadReportError as error:
        raise BadReportError(f"{path}: {error}") from error.__cause__
