"""Puts a report together again that was written in pieces, as the viewer does."""

from __future__ import annotations

import json
from itertools import pairwise
from typing import Any


def joined(lines: bytes) -> dict[str, Any]:
    """The report as plain values."""
    head, *rest = map(json.loads, lines.split(b"\n"))
    for path, value in rest:
        if not path:
            head.update(value)
            continue
        place: Any = head
        for key, following in pairwise(path):
            place = step(place, key, [] if isinstance(following, int) else {})
        known = step(place, path[-1], type(value)() if isinstance(value, list | dict) else value)
        if isinstance(known, list):
            known.extend(value)
        elif isinstance(known, dict):
            known.update(value)
    return head


def step(place: Any, key: str | int, new: Any) -> Any:
    """What is in a container under a key; put there first if nothing is."""
    if isinstance(place, list):
        if key == len(place):
            place.append(new)
        return place[key]
    return place.setdefault(key, new)
