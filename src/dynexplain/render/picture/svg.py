"""Report → SVG: the stitched graph as one file that is readable on light and on dark, without scripts or links."""

from __future__ import annotations

from typing import Literal, TypedDict

from ...errors import RenderError
from ...model.report import Report
from ..palette import THEMES, ThemeName
from . import dot
from .fold import READABLE
from .groups import By
from .layout import ENGINE
from .parts import Picture
from .stitch import stitch
from .vector import finish

SvgTheme = Literal["auto", "light", "dark", "inherit"]


class SvgOptions(TypedDict, total=False):
    """The options of :func:`render`."""

    graph: int | None
    by: By
    depth: int | None
    theme: SvgTheme


MOST_BOXES, MOST_EDGES = 1000, 3000
"""What is laid out in a few seconds; at twice that, Graphviz takes a minute or runs out of stack."""
TIGHTER = (400, 120, READABLE, 12, 0)
"""Limits to fall back to, one after the other, when a picture is too large."""


def render(
    report: Report,
    *,
    graph: int | None = None,
    by: By = "module",
    depth: int | None = None,
    theme: SvgTheme = "auto",
) -> str:
    """Draw the graphs of a report as SVG.

    A picture that is too large to be laid out is folded further instead.

    Args:
        report: What to draw.
        graph: Draw only the graph of this index.
        by: Fold by ``"module"`` or by ``"source"``.
        depth: Levels to open: 0 is one box per graph, None is as deep as stays readable.
        theme: ``"light"`` or ``"dark"`` to be the same everywhere, ``"auto"`` to follow the reader's system,
            ``"inherit"`` to take the colours from the page around it.

    Raises:
        RenderError: There is no graph of that index, an option has no such value, or Graphviz cannot be run.
    """
    base: ThemeName = "dark" if theme == "dark" else "light"
    dot.check_options(report, graph, by, depth, "light" if theme in ("auto", "inherit") else theme)
    first = READABLE if depth is None else MOST_BOXES
    for limit in (first, *(tighter for tighter in TIGHTER if tighter < first)):
        picture = stitch(report, only=graph, by=by, depth=depth, limit=limit)
        drawn = lay_out(picture, base)
        if drawn is not None:
            return finish(drawn, picture, theme, labels_of(report, graph))
    raise RenderError(
        "The picture is too large to be laid out, even with every graph as one box. "
        "Draw one graph with graph=0, or open the report as HTML."
    )


def lay_out(picture: Picture, theme: ThemeName) -> str | None:
    """The picture as Graphviz lays it out, None if it is too large."""
    if len(picture.edges) > MOST_EDGES:
        return None
    return ENGINE.lay_out(dot.write(picture, THEMES[theme]))


def labels_of(report: Report, graph: int | None) -> tuple[str, str]:
    """Title and description, for those who do not see the picture."""
    what = "Captured graphs" if graph is None else f"Graph {graph}"
    return f"{what} of {report.subject.name}", report.summary.verdict
