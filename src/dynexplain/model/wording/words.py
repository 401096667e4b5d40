"""Small words that many sentences are made of: counts, durations, the first line of a message."""

from __future__ import annotations

from ..report import Location


def plural(count: int, one: str, many: str = "") -> str:
    """``1 graph``, ``2 graphs``, with thousands separated."""
    return f"{count:,} {one if count == 1 else many or one + 's'}"


def noun(count: int, one: str, many: str = "") -> str:
    """The noun alone: ``graph`` for 1, ``graphs`` for others."""
    return one if count == 1 else many or one + "s"


def listed(numbers: list[int]) -> str:
    """The first few of some numbers."""
    return ", ".join(str(number) for number in numbers[:6]) + (" …" if len(numbers) > 6 else "")


def within(title: str) -> str:
    """A title in the middle of a sentence."""
    return title if title[:2].isupper() and title[1:2] != " " else title[:1].lower() + title[1:]


def first_line(text: str) -> str:
    """What a message says first: its first line, with the next one where it ends in a colon."""
    first, _, rest = text.strip().partition("\n")
    first, rest = first.strip(), rest.strip()
    return f"{first} {rest.partition(chr(10))[0]}" if first.endswith(":") and rest else first.removesuffix(":")


def place(location: Location) -> str:
    """Write ``train.py:14``, as editors and terminals link it, and ``cell 4, line 2`` for a notebook."""
    if not location.line:
        return location.label
    separator = ", line " if location.label.startswith("cell ") else ":"
    return f"{location.label}{separator}{location.line}"


def duration(ns: float, *, rough: bool = False) -> str:
    """A duration with the unit that suits it and about three digits: ``420 ns``, ``1.3 ms``, ``2.5 s``.

    ``rough``: of one that was not measured well, a single digit: ``about 400 ns``.
    """
    if rough and ns >= 1:
        size = 10 ** (len(str(int(ns))) - 1)
        return f"about {duration(round(ns / size) * size)}"
    for limit, divisor, unit in ((1e3, 1, "ns"), (1e6, 1e3, "µs"), (1e9, 1e6, "ms")):
        if ns < limit:
            return f"{ns / divisor:.3g} {unit}" if ns / divisor < 100 else f"{ns / divisor:.0f} {unit}"
    return f"{ns / 1e9:.3g} s" if ns < 1e11 else f"{ns / 1e9:.0f} s"
