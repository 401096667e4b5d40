"""Makes hostile reports of good ones: values of every kind where they do not belong, damaged bytes, unequal columns."""

from __future__ import annotations

import copy
import gzip
import json
import random
from typing import Any

ODD: tuple[Any, ...] = (
    *(0, -1, -2, 1, 7, 2**31, 2**53, 2**63, -(2**63), 10**400, 0.5, -1e308, 1e308, float("nan"), float("inf")),
    *(
        None,
        True,
        "",
        "x",
        [],
        {},
        [[]],
        [None],
        [0] * 1000,
        [-1],
        "\x1b[2J\x1b]0;gone\x07",
        "\u202eevil\u2066",
        "a\0b",
    ),
    *("\ud800", "<script>alert(1)</script>", "`" * 99, "long " * 5000, "\n" * 500, "日本語 héllo", "http://x\x1b[31m"),
)
BAD_BYTES = (b"\0", b"\xff", b'"', b"{", b"]", b",", b"-", b"9" * 30, b"1e999", b"NaN", b"\\ud800", b"[" * 2000)


def mutated(text: str, seed: int) -> bytes:
    """A report that is not as it was: one to four changes, the same ones for the same seed."""
    choose = random.Random(seed)
    if choose.random() < 0.15:
        return _bytes(text.encode(), choose)
    report = json.loads(text)
    for _ in range(choose.choice((1, 1, 1, 2, 4))):
        _change(report, choose)
    data = json.dumps(report).encode("utf-8", "replace")
    return gzip.compress(data, 1) if choose.random() < 0.05 else data


def _bytes(data: bytes, choose: random.Random) -> bytes:
    at = choose.randrange(len(data))
    end = at + choose.choice((0, 0, 1, 5, 1000))
    changed = data[:at] + choose.choice(BAD_BYTES) + data[end:]
    return changed[: choose.randrange(len(data))] if choose.random() < 0.2 else changed


def _change(report: Any, choose: random.Random) -> None:
    holder: Any = report
    while True:
        key = choose.choice(list(holder) if isinstance(holder, dict) else range(len(holder)))
        inside = holder[key]
        if not isinstance(inside, dict | list) or not inside or choose.random() < 0.12:
            break
        holder = inside
    what = choose.random()
    if what < 0.55:
        holder[key] = _like(holder[key], choose)
    elif what < 0.7:
        holder[key] = copy.deepcopy(choose.choice(ODD))
    elif what < 0.85:
        del holder[key]
    elif isinstance(holder, list):
        holder.insert(key, copy.deepcopy(choose.choice(holder)))
    elif isinstance(holder[key], list):
        holder[key] = holder[key] * choose.choice((0, 2, 50))


def _like(value: Any, choose: random.Random) -> Any:
    """Another value of the same type, which gets past the check of types."""
    same = [odd for odd in ODD if type(odd) is type(value)]
    return copy.deepcopy(choose.choice(same)) if same else value
