"""Report → DOT, the language of Graphviz: the stitched picture with its colours, every text escaped."""

from __future__ import annotations

from collections.abc import Iterator

import graphviz  # type: ignore[import-untyped]

from ...errors import RenderError
from ...model.report import Report
from ..labels import clean
from ..palette import THEMES, Theme, ThemeName
from .fold import READABLE
from .groups import By
from .parts import Box, Cluster, Edge, Picture
from .stitch import stitch

FONT = "DejaVu Sans"
"""Graphviz measures with this one, the widest of the usual sans-serifs: no text outgrows its box in another."""
SIZE = "10"


def render(
    report: Report,
    *,
    graph: int | None = None,
    by: By = "module",
    depth: int | None = None,
    theme: ThemeName = "light",
    limit: int | None = None,
) -> str:
    """Draw the graphs of a report as DOT.

    Args:
        report: What to draw.
        graph, by, depth, theme, limit: As for :meth:`dynexplain.ExplainOutput.to_dot`.

    Raises:
        RenderError: There is no graph of that index, or an option has no such value.
    """
    check_options(report, graph, by, depth, theme)
    if limit is None:
        limit = READABLE if depth is None else sum(len(one.nodes.name) for one in report.graphs) + 1
    picture = stitch(report, only=graph, by=by, depth=depth, limit=limit)
    return write(picture, THEMES[theme])


def check_options(report: Report, graph: int | None, by: str, depth: int | None, theme: str) -> None:
    """Refuse options that have no meaning, with those that have."""
    if graph is not None and not 0 <= graph < len(report.graphs):
        known = f"0 to {len(report.graphs) - 1}" if report.graphs else "none: nothing was captured"
        raise RenderError(f"There is no graph {graph}; the graphs of this report are {known}.")
    if by not in ("module", "source"):
        raise RenderError(f"Cannot fold by {by!r}; use by='module' or by='source'.")
    if depth is not None and depth < 0:
        raise RenderError(f"depth={depth} is no number of levels; use 0 for one box per graph, None for automatic.")
    if theme not in THEMES:
        raise RenderError(f"There is no theme {theme!r}; use 'light' or 'dark'.")


def write(picture: Picture, theme: Theme) -> str:
    """Write a picture as DOT text."""
    dot = graphviz.Digraph("dynexplain")
    dot.attr(compound="true", rankdir="TB", nodesep="0.22", ranksep="0.28", bgcolor=theme.background, pad="0.15")
    # With these limits a dense picture is laid out a little less neatly instead of for minutes.
    dot.attr(nslimit="4", nslimit1="4", mclimit="2")
    dot.attr("graph", fontname=FONT, fontsize=SIZE, labeljust="l", style="rounded,filled")
    dot.attr("node", shape="box", style="rounded,filled", fontname=FONT, fontsize=SIZE, height="0.26", width="0.5")
    dot.attr("node", margin="0.11,0.045", color=theme.line, fillcolor=theme.background, fontcolor=theme.text)
    dot.attr("edge", color=theme.arrow, arrowsize="0.5", arrowhead="normal", penwidth="0.9")
    write_items(dot, picture.items, theme)
    for edge in picture.edges:
        dot.edge(edge.tail, edge.head, **edge_style(edge, theme))
    return str(dot.source)


def write_items(dot: graphviz.Digraph, items: tuple[Box | Cluster, ...], theme: Theme) -> None:
    """Write boxes, and frames with what is in them."""
    for item in items:
        if isinstance(item, Box):
            dot.node(item.id, **box_style(item, theme))
            continue
        with dot.subgraph(name=item.id) as frame:
            frame.attr(**dict(frame_style(item, theme)))
            write_items(frame, item.items, theme)


def box_style(box: Box, theme: Theme) -> dict[str, str]:
    """The attributes of a box."""
    style = {
        "label": label_of(box.label, box.note, below=box.note_is_below),
        "tooltip": escape(box.tooltip or box.label),
    }
    style["class"] = box.kind if box.graph < 0 else f"{box.kind} g{box.graph}"
    if box.kind == "break":
        style |= {"style": "filled", "color": theme.broken, "fillcolor": theme.broken_soft, "fontcolor": theme.broken}
    elif box.kind == "skip":
        style |= {"style": "filled,dashed", "color": theme.eager, "fillcolor": theme.eager_soft}
    elif box.kind == "graph":
        style |= {"color": theme.graph(box.graph), "fillcolor": theme.graph_soft(box.graph)}
    elif box.kind in ("input", "return"):
        style |= {"fillcolor": theme.soft}
    elif box.kind == "more":
        style |= {"shape": "plain", "style": "", "fontcolor": theme.muted}
    return style


def frame_style(frame: Cluster, theme: Theme) -> Iterator[tuple[str, str]]:
    """The attributes of a frame around boxes."""
    colour = theme.graph(frame.graph)
    yield "class", f"graph g{frame.graph}" if frame.is_graph else "module"
    yield "margin", "9"  # points here, but inches on the whole graph
    yield "color", colour if frame.is_graph else theme.line
    yield "fillcolor", theme.graph_soft(frame.graph) if frame.is_graph else theme.background
    yield "fontcolor", colour if frame.is_graph else theme.text
    yield "label", label_of(frame.label, frame.note)
    yield "tooltip", escape(f"{frame.label} {frame.note}")


def edge_style(edge: Edge, theme: Theme) -> dict[str, str]:
    """The attributes of an edge."""
    style: dict[str, str] = {"class": edge.kind}
    if edge.kind == "hidden":
        style |= {"style": "invis"}
    elif edge.kind == "order":
        style |= {"style": "dashed", "weight": "4"}
    elif edge.kind == "link":
        style |= {"penwidth": "0.8"}
    if edge.tail_cluster:
        style["ltail"] = edge.tail_cluster
    if edge.head_cluster:
        style["lhead"] = edge.head_cluster
    return style


def label_of(label: str, note: str, *, below: bool = False) -> str:
    """The label with its note behind it, or below it; as DOT reads it."""
    text: str = graphviz.nohtml(escape(label) + ("\\n" if below else "  ") + escape(note) if note else escape(label))
    return text


def escape(text: str) -> str:
    """Text as it is, for Graphviz, which else reads backslashes, entities and a leading ``<`` as markup."""
    escaped: str = graphviz.escape(clean(text).replace("&", "&amp;"))
    return escaped
