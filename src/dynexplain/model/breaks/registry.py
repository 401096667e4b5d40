"""Torch's own registry of graph break kinds: ids, explanations, hints. Read from the user's torch, offline."""

from __future__ import annotations

import functools
import importlib.util
from pathlib import Path
from typing import Any

import msgspec

_SITE = "https://meta-pytorch.github.io/compile-graph-break-site/gb/"


class Entry(msgspec.Struct, frozen=True):
    """One kind of graph break."""

    id: str
    explanation: str
    hints: tuple[str, ...]


@functools.cache
def entries() -> dict[str, Entry]:
    """Kinds by ``gb_type``; empty where this torch ships no registry."""
    spec = importlib.util.find_spec("torch")
    for folder in (spec.submodule_search_locations or ()) if spec is not None else ():
        path = Path(folder) / "_dynamo" / "graph_break_registry.json"
        if path.is_file():
            return _read(msgspec.json.decode(path.read_bytes()))
    return {}


def _read(raw: dict[str, list[dict[str, Any]]]) -> dict[str, Entry]:
    found: dict[str, Entry] = {}
    for identifier, versions in raw.items():
        # The newest description of a kind comes first.
        if versions:
            newest = versions[0]
            entry = Entry(identifier, str(newest.get("Explanation", "")), tuple(map(str, newest.get("Hints") or ())))
            found.setdefault(str(newest.get("Gb_type", "")), entry)
    return found


def identify(kind: str) -> tuple[str, str]:
    """(id, link) of a kind; both empty if the registry does not know it."""
    entry = entries().get(kind)
    return (entry.id, f"{_SITE}{entry.id.lower()}.html") if entry is not None else ("", "")
