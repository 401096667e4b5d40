"""Draws the map of the rooms from the code itself: ``.venv/bin/python docs/map.py`` writes ``docs/map.svg``.

Rooms and their order come from ``tests/support/rooms.py``, which the architecture test holds; what a room is for, and
what goes out of it, from the paragraph in its ``__init__``; the way of a call from ``WAY``, whose names have to exist.
"""

from __future__ import annotations

import importlib
import re
import sys
import textwrap
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from html import escape
from pathlib import Path

HERE = Path(__file__).resolve().parent
sys.path.insert(0, str(HERE.parent / "tests"))

from support.rooms import INSIDE, ORDER, ROOT, SPINE, told  # noqa: E402

WIDTH, MARGIN, PAD, GAP = 1000, 20, 12, 12
TEXT, CODE, LINE = 11.5, 11, 15
"""Font sizes and the height of a line, in pixels."""
WAY = (
    ("dynexplain.explain:explain", "explain(f)(x)", "checks f"),
    ("dynexplain.optimize:OptimizeContext", "OptimizeContext", "wraps it, as Dynamo does"),
    ("dynexplain.tracer.session:Listening", "Listening", "taps in, hook on"),
    ("dynexplain.tracer.recorder:Recorder", "Recorder", "writes down"),
    ("dynexplain.model.build:build", "build", "list of passes"),
    ("dynexplain.model.report:Report", "Report", "plain values"),
    ("dynexplain.output:ExplainOutput", "ExplainOutput", "shows it"),
)
"""The way of one call: where each step stands, how it is written, and what it does."""
TITLES = {
    "hook": ("csrc/, hook/", "When Python frames run; one hook for the process."),
    "spine": ("src/dynexplain/", "The spine: what people call, one screen each."),
    "render": ("render/", "Report → something to look at."),
    "notebook": ("notebook/, js/", "What shows it."),
}
COLUMNS = {"hook": 2, "tracer": 4, "model": 3, "render": 4, "spine": 4, "notebook": 2}
_COLOURS = {
    "paper": ("#fff", "#0d1117"),
    "ink": ("#1f2328", "#e6edf3"),
    "soft": ("#59636e", "#9198a1"),
    "line": ("#d1d9e0", "#3d444d"),
    "band": ("#f6f8fa", "#151b23"),
    "card": ("#fff", "#0d1117"),
    "way": ("#0b5cad", "#6cb0ff"),
}
"""Each on light and on dark."""
_LIGHT, _DARK = ("; ".join(f"--{name}: {both[i]}" for name, both in _COLOURS.items()) for i in (0, 1))
STYLE = f"""
svg {{ {_LIGHT} }}
@media (prefers-color-scheme: dark) {{ svg {{ {_DARK} }} }}
text {{ fill: var(--ink); font: 11.5px system-ui, "DejaVu Sans", sans-serif }}
.code, .name, .room {{ font: 11px ui-monospace, "DejaVu Sans Mono", monospace }}
.name {{ font-size: 13px; font-weight: 700 }}
.room {{ font-size: 16px; font-weight: 700 }}
.code, .soft {{ fill: var(--soft) }}
.out {{ fill: var(--way) }}
.paper {{ fill: var(--paper) }}
.band {{ fill: var(--band); stroke: var(--line) }}
.card {{ fill: var(--card); stroke: var(--line) }}
.step {{ fill: var(--card); stroke: var(--way) }}
.arrow {{ stroke: var(--way); fill: none; stroke-width: 1.5 }}
.head {{ fill: var(--way) }}
.name.small {{ font-size: 11px }}
.code.small {{ font-size: 9px }}
"""


@dataclass(frozen=True)
class Card:
    """A room, or the modules that stand in one itself: its name, what it is for, and what is in it."""

    name: str
    text: str
    inside: tuple[str, ...]

    def lines(self, width: float) -> Iterator[tuple[str, str]]:
        """Class and text of each line, wrapped to a width in pixels."""
        yield "name", self.name
        for line in textwrap.wrap(self.text, int((width - 2 * PAD) / (TEXT * 0.54))):
            yield "", line
        for line in textwrap.wrap(
            "  ".join(self.inside), int((width - 2 * PAD) / (CODE * 0.62)), break_on_hyphens=False
        ):
            yield "code", line

    def height(self, width: float) -> int:
        """In pixels."""
        return LINE * len(list(self.lines(width))) + 2 * PAD


def _plain(text: str) -> str:
    return text.replace("``", "").replace("*", "")


def _sentences(path: Path) -> list[str]:
    """What a folder or module says of itself."""
    return re.split(r"(?<=\.)\s+", _plain(told(path)))


def _out(room: str) -> str:
    """What goes out of a room: the words of its own paragraph."""
    found = re.search(r"out goe?s? ([^.;:]+)", _plain(told(ROOT / room)))
    return found[1] if found else ""


def _names(folder: Path) -> tuple[str, ...]:
    own = sorted(path.stem for path in folder.glob("*.py") if path.stem != "__init__")
    rooms = sorted(f"{path.parent.name}/" for path in folder.glob("*/__init__.py"))
    return (*rooms, *own)


def _cards(room: str) -> Iterator[Card]:
    """The cards of a band, in the order of the imports."""
    if room == "hook":
        sources = sorted(path.name for path in (ROOT.parents[1] / "csrc").iterdir())
        yield Card("csrc/", "The frame hook in C: writes fixed-size records, and decides nothing.", tuple(sources))
        yield Card("hook/", _sentences(ROOT / "hook")[0], _names(ROOT / "hook"))
    elif room == "spine":
        for name in SPINE:
            first = _sentences(ROOT / f"{name}.py")[0]
            does = first.partition(": ")[2] or first
            yield Card(name, does[0].upper() + does[1:], ())
    elif room == "notebook":
        yield Card("notebook/", _sentences(ROOT / "notebook")[0], _names(ROOT / "notebook"))
        viewer = ROOT.parents[1] / "js" / "src"
        yield Card("js/", "Draws a Report in the browser, and analyses nothing.", _folders(viewer))
    else:
        inside = [name for names in INSIDE[room] for name in names]
        own = tuple(name for name in inside if (ROOT / room / f"{name}.py").exists())
        yield Card(f"{room}/ itself", _sentences(ROOT / room)[-1], own)
        for name in inside:
            if (folder := ROOT / room / name).is_dir():
                yield Card(f"{room}/{name}/", _sentences(folder)[0], _names(folder))


def _folders(viewer: Path) -> tuple[str, ...]:
    return (
        *sorted(f"{path.name}/" for path in viewer.iterdir() if path.is_dir()),
        *sorted(path.name for path in viewer.glob("*.ts") if not path.name.endswith(".d.ts")),
    )


def _text(x: float, y: float, kind: str, text: str) -> str:
    return f'<text x="{x:g}" y="{y:g}" class="{kind}">{escape(text)}</text>'


def _box(x: float, y: float, width: float, height: float, kind: str) -> str:
    return f'<rect x="{x:g}" y="{y:g}" width="{width:g}" height="{height:g}" rx="6" class="{kind}"/>'


def _arrow(x: float, y: float, to_x: float, to_y: float) -> str:
    return f'<path d="M{x:g} {y:g}L{to_x:g} {to_y:g}" class="arrow" marker-end="url(#head)"/>'


def _rows(cards: Iterable[Card], columns: int) -> Iterator[list[Card]]:
    rest = list(cards)
    for start in range(0, len(rest), columns):
        yield rest[start : start + columns]


def _band(room: str, y: float) -> tuple[list[str], float]:
    """A band with its cards, and where it ends."""
    columns = COLUMNS[room]
    left, inner = MARGIN + PAD, WIDTH - 2 * MARGIN - 2 * PAD
    width = (inner - GAP * (columns - 1)) / columns
    parts, top = [], y + 34
    for row in _rows(_cards(room), columns):
        height = max(card.height(width) for card in row)
        for column, card in enumerate(row):
            x = left + column * (width + GAP)
            parts.append(_box(x, top, width, height, "card"))
            for number, (kind, line) in enumerate(card.lines(width)):
                parts.append(_text(x + PAD, top + PAD + 10 + LINE * number, kind, line))
        top += height + GAP
    title, says = TITLES.get(room) or (f"{room}/", _sentences(ROOT / room)[0].partition(": ")[2])
    head = [_box(MARGIN, y, WIDTH - 2 * MARGIN, top - y, "band"), _text(left, y + 23, "room", title)]
    return [*head, _text(left + 10.5 * len(title) + 14, y + 22, "soft", says), *parts], top


def _way(y: float) -> tuple[list[str], float]:
    """The way of a call: one box for each step."""
    parts = [_text(MARGIN, y, "room", "The way of a call")]
    y += 14
    gap = 22
    width = (WIDTH - 2 * MARGIN - gap * (len(WAY) - 1)) / len(WAY)
    for number, (where, name, does) in enumerate(WAY):
        module, _, attribute = where.partition(":")
        getattr(importlib.import_module(module), attribute)  # a step that is not there any more
        x = MARGIN + number * (width + gap)
        lines = [("name small", name), ("", ""), *(("", line) for line in textwrap.wrap(does, int((width - 14) / 6)))]
        parts.append(_box(x, y, width, 74, "step"))
        for position, (kind, line) in enumerate(line for line in lines if line[1]):
            parts.append(_text(x + 8, y + 19 + LINE * position, kind, line))
        file = module.removeprefix("dynexplain.").replace(".", "/")
        parts.append(_text(x + 8, y + 64, "code small", f"{file}.py"))
        if number:
            parts.append(_arrow(x - gap + 3, y + 37, x - 5, y + 37))
    return parts, y + 74


def draw() -> str:
    """The map as SVG."""
    parts, y = _way(34)
    y += 44
    parts.append(_text(MARGIN, y - 8, "room", "The rooms"))
    parts.append(
        _text(
            MARGIN + 110,
            y - 8,
            "",
            "Data goes down. Imports point up, and inside of a band from the later to the earlier.",
        )
    )
    y += 6
    beside = [name for rooms in ORDER for name in rooms if not (ROOT / rooms[0]).is_dir() and rooms != SPINE]
    for rooms in ORDER:
        if set(rooms) <= set(beside):
            continue
        room = "spine" if rooms == SPINE else rooms[0]
        drawn, end = _band(room, y)
        parts += drawn
        y = end
        if room != "notebook":
            words = _plain(told(ROOT / "output.py")).split(":")[0] if room == "spine" else _out(room)
            parts.append(_arrow(WIDTH / 2, y + 2, WIDTH / 2, y + 25))
            parts.append(_text(WIDTH / 2 + 14, y + 19, "out", words))
            y += 32
    y += 26
    parts.append(
        _text(MARGIN, y, "", "Beside them, for all: errors.py (every error, with what to do next) and version.py.")
    )
    body = "\n".join(parts)
    height = y + MARGIN
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {WIDTH} {height:g}" width="{WIDTH}" height="{height:g}" '
        f'role="img" aria-label="The rooms of dynexplain and the way of the data">\n<style>{STYLE}</style>\n'
        '<defs><marker id="head" viewBox="0 0 8 8" refX="7" refY="4" markerWidth="7" markerHeight="7" orient="auto">'
        '<path d="M0 0L8 4L0 8z" class="head"/></marker></defs>\n'
        f'<rect width="100%" height="100%" class="paper"/>\n{body}\n</svg>\n'
    )


if __name__ == "__main__":
    (HERE / "map.svg").write_text(draw(), encoding="utf-8")
