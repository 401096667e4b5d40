"""Folders taken out of a report: files keep their names, and as much of what is above them as tells them apart."""

from __future__ import annotations

import re
from collections.abc import Iterable

from ..plain import found, mapped
from ..report import Location, Report

_ABSOLUTE = re.compile(r"(?<![\w:/.…~\\-])(?:~|[A-Za-z]:)?(?:[/\\][\w.@+~ -]*[\w.@+~-]){2,}")
"""A path with at least two parts that begins at a root or a home: not `a/b`, and not an address of the web."""
_INSTALLED = re.compile(r".*[/\\](?:site-packages|dist-packages|lib[/\\]python[\d.]+)[/\\]")


def without_paths(report: Report) -> Report:
    """The report with files named as briefly as tells them apart: ``…/train.py``."""
    files = {location.file for location in found(report, Location)} | {source.file for source in report.sources}
    names = _names({file for file in files if _ABSOLUTE.match(file)})
    known = sorted(names, key=len, reverse=True)
    one = re.compile("|".join(map(re.escape, known))) if known else None

    def less(text: str) -> str:
        if one is not None:
            text = one.sub(lambda match: names[match.group()], text)
        return _ABSOLUTE.sub(lambda match: _brief(match.group(), 1), text)

    return mapped(report, less)


def _names(files: Iterable[str]) -> dict[str, str]:
    """A short name for each file, different for different files."""
    names: dict[str, str] = {}
    for file in sorted(files):
        if _INSTALLED.match(file):
            names[file] = "…/" + _INSTALLED.sub("", file).replace("\\", "/")
            continue
        parts = 1
        while (name := _brief(file, parts)) in names.values() and parts < len(re.split(r"[/\\]", file)):
            parts += 1
        names[file] = name
    return names


def _brief(path: str, parts: int) -> str:
    return "…/" + "/".join(re.split(r"[/\\]", path)[-parts:])
