"""The colours of the look, once, for every picture and page that Python draws."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Literal

ThemeName = Literal["light", "dark"]


@dataclass(frozen=True)
class Theme:
    """The colours of one theme. ``graphs`` repeats when there are more graphs than colours."""

    background: str
    soft: str
    text: str
    muted: str
    line: str
    arrow: str
    broken: str
    broken_soft: str
    eager: str
    eager_soft: str
    link: str
    graphs: tuple[str, ...]

    def graph(self, index: int) -> str:
        """The colour of graph ``index``: for borders, bars and headings."""
        return self.graphs[index % len(self.graphs)]

    def graph_soft(self, index: int) -> str:
        """A quiet tint of it, to lie under text."""
        return blend(self.graph(index), self.background, 0.06 if self.background == "#ffffff" else 0.12)


def blend(top: str, bottom: str, share: float) -> str:
    """``top`` painted over ``bottom`` with an opacity of ``share``; colours as ``#rrggbb``."""
    pairs = zip(channels(top), channels(bottom), strict=True)
    return "#" + "".join(f"{round(over * share + under * (1 - share)):02x}" for over, under in pairs)


def channels(colour: str) -> Iterator[int]:
    """Red, green and blue of ``#rrggbb``, 0 to 255."""
    return (int(colour[start : start + 2], 16) for start in (1, 3, 5))


LIGHT = Theme(
    background="#ffffff",
    soft="#f6f8fa",
    text="#1f2933",
    muted="#5f6c7b",
    line="#e4e8ee",
    arrow="#9aa6b2",
    broken="#cf4a2a",
    broken_soft="#fdf1ed",
    eager="#b98a00",
    eager_soft="#fdf8e7",
    link="#1d5fa8",
    graphs=("#2f7fd1", "#1a9c7e", "#7a5bc7", "#b7791f", "#c04b8b", "#0e87a0"),
)

DARK = Theme(
    background="#15181d",
    soft="#1b1f26",
    text="#e6e9ee",
    muted="#9aa6b2",
    line="#2a3038",
    arrow="#6b7683",
    broken="#f0795a",
    broken_soft="#2a1a16",
    eager="#d8b13a",
    eager_soft="#25200f",
    link="#7db4ee",
    graphs=("#5aa2ea", "#3fc3a4", "#a68be8", "#d9a441", "#e27fb4", "#4fb9d0"),
)

SYNTAX: dict[str, tuple[str, str]] = {
    "keyword": ("#7b30d0", "#c39bf5"),
    "string": ("#14713a", "#7fcf9a"),
    "comment": ("#66717f", "#8b97a4"),
    "number": ("#a04a00", "#e6a86a"),
    "definition": ("#1d5fa8", "#7db4ee"),
    "builtin": ("#2b6b7a", "#82c9da"),
}
"""The colours of code, light and dark. No picture has them."""

THEMES: dict[ThemeName, Theme] = {"light": LIGHT, "dark": DARK}


def names(theme: Theme) -> dict[str, str]:
    """Every colour of a theme by the name of its CSS variable."""
    plain = ("background", "soft", "text", "muted", "line", "arrow", "broken", "broken_soft", "eager", "eager_soft")
    named = {f"--dx-{name.replace('_', '-')}": str(getattr(theme, name)) for name in (*plain, "link")}
    for index, colour in enumerate(theme.graphs):
        named[f"--dx-graph-{index}"] = colour
        named[f"--dx-graph-{index}-soft"] = theme.graph_soft(index)
    return named


def variables(theme: Theme) -> str:
    """The colours of a theme as CSS declarations."""
    return "".join(f"{name}:{colour};" for name, colour in names(theme).items())


def syntax(theme: Theme) -> str:
    """The colours of code as CSS declarations."""
    return "".join(f"--dx-tk-{name}:{pair[theme is DARK]};" for name, pair in SYNTAX.items())


def style_sheet(*, standalone: bool) -> str:
    """CSS that lets a picture drawn in the light colours follow the theme.

    Args:
        standalone: Define the colours, dark where the reader's system is; else the page around it defines them.
    """
    rules = [
        f'.dynexplain-svg [{attribute}="{colour}"]{{{attribute}:var({name},{colour})}}'
        for name, colour in names(LIGHT).items()
        for attribute in ("fill", "stroke")
    ]
    if standalone:
        dark = f"@media (prefers-color-scheme:dark){{.dynexplain-svg{{{variables(DARK)}}}}}"
        rules.append(dark)
    return "".join(rules)
