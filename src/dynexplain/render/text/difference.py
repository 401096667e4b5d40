"""Comparison → text: the verdict, what is gone and what is new, and the figures before and after."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable

from ...model.difference.comparison import Comparison, Figure, SettingChange
from .. import labels
from .rest import INDENT, MOST, heading, more
from .terminal import Pen, Style, pen

SIGNS: dict[str, tuple[str, Style]] = {
    "gone": ("-", "good"),
    "new": ("+", "bad"),
    "moved": ("~", "plain"),
    "same": ("=", "quiet"),
    "fewer": ("-", "good"),
    "more": ("+", "bad"),
}
"""How a line of a list begins."""
TONES: dict[str, Style] = {"better": "good", "worse": "bad", "mixed": "strong", "same": "strong"}


def render(
    comparison: Comparison, *, width: int | None = None, color: bool = False, unicode: bool | None = None
) -> str:
    """Write a comparison as text. Arguments as for the text of a report."""
    to = pen(width, color, unicode)
    blocks = [
        to.prose(comparison.verdict, style=TONES[comparison.outcome]),
        listed("Breaks", ((one.status, one.text) for one in comparison.breaks), to),
        listed("Recompiles", ((one.status, one.text) for one in comparison.recompiles), to),
        listed(labels.LEFT_TO_PYTHON, ((one.status, one.text) for one in comparison.functions), to),
        graphs(comparison, to),
        figures(comparison.figures, to),
        settings(comparison.settings, to),
        [line for note in comparison.notes for line in to.prose(note, " " * 6, "Note: ")],
    ]
    return "\n\n".join("\n".join(line.rstrip() for line in block) for block in blocks if block)


def listed(title: str, entries: Iterable[tuple[str, str]], to: Pen) -> list[str]:
    """What is gone first, then what is new; what is the same is counted."""
    order = list(SIGNS)
    told = sorted(entries, key=lambda entry: order.index(entry[0]))
    changed = counted(entry for entry in told if entry[0] != "same")
    if not changed:
        return []
    lines = [heading(title, to)]
    for status, text in changed[:MOST]:
        sign, style = SIGNS[status]
        lines += to.prose(text, f"{INDENT}  ", f"{INDENT}{sign} ", style=style)
    lines += more(len(changed), to)
    same = sum(status == "same" for status, _ in told)
    return lines + ([to.paint(f"{INDENT}{SIGNS['same'][0]} {same} as before", "quiet")] if same else [])


def counted(entries: Iterable[tuple[str, str]]) -> list[tuple[str, str]]:
    """Entries that say the same as one, with how many they are."""
    numbers = Counter(entries)
    return [
        (status, text if number == 1 else f"{text}{labels.times(number)}") for (status, text), number in numbers.items()
    ]


def graphs(comparison: Comparison, to: Pen) -> list[str]:
    """What became of the graphs."""
    changed = counted((one.status, one.text) for one in comparison.graphs if one.status != "same")
    if not changed:
        return []
    lines = [heading("Graphs", to)]
    for _, text in changed[:MOST]:
        lines += to.prose(text, f"{INDENT}  ", INDENT)
    return lines + more(len(changed), to)


def figures(all_of_them: tuple[Figure, ...], to: Pen) -> list[str]:
    """The numbers before and after, of which one at least is not nothing."""
    rows = [(one.label, *both(one)) for one in all_of_them if one.before > 0 or one.after > 0]
    if not rows:
        return []
    was, now = (max(len(to.clean(row[at])) for row in rows) for at in (1, 2))
    arrow = to.clean("→")
    return [
        to.short_after(f"{to.clean(before):>{was}} {arrow} {to.clean(after):>{now}}  ", label)
        for label, before, after in rows
    ]


def both(figure: Figure) -> tuple[str, str]:
    """A figure before and after, as it is written."""
    before, after = (written(figure, number) for number in (figure.before, figure.after))
    return before, after


def written(figure: Figure, number: int) -> str:
    """One of its numbers; a dash for what was not measured."""
    if number < 0:
        return "–"
    return labels.duration(number) if figure.unit == "ns" else f"{number:,}"


def settings(changed: tuple[SettingChange, ...], to: Pen) -> list[str]:
    """What the two were made with, where it differs."""
    lines: list[str] = []
    for one in changed:
        lines += to.prose(setting(one), " " * 4, style="quiet")
    return lines


def setting(one: SettingChange) -> str:
    """``torch 2.13.0 → 2.14.0``; a dash for what is not set."""
    return f"{one.name}: {one.before or '–'} → {one.after or '–'}"
