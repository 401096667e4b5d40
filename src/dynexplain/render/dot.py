"""Report → DOT, the language of Graphviz: the stitched picture with its colours, every text escaped."""

from __future__ import annotations

import html
import re
from collections.abc import Iterator

import graphviz

from dynexplain.errors import RenderError
from dynexplain.model.report import Report
from dynexplain.render.fold import READABLE, By
from dynexplain.render.palette import THEMES, Theme, ThemeName
from dynexplain.render.picture import Box, Cluster, Edge, Picture
from dynexplain.render.stitch import stitch

FONT = "DejaVu Sans"
"""Graphviz measures with this one, the widest of the usual sans-serifs: no text outgrows its box in another."""
SIZE, SMALL = "10", "8.5"
CONTROLS = re.compile(r"[\x00-\x1f\x7f-\x9f\ud800-\udfff\ufffe\uffff]+")
"""Characters that neither DOT nor XML can carry."""


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
        graph: Draw only the graph of this index.
        by: Fold by ``"module"`` or by ``"source"`` (the user's call stack).
        depth: Levels to open: 0 is one box per graph, None is as deep as stays readable.
        theme: Colours for a light or a dark background.
        limit: The greatest number of boxes; the picture is folded until it holds. None is readable (about 40)
            without ``depth``, and no limit with it.

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
    dot.attr("graph", fontname=FONT, fontsize=SMALL, labeljust="l", margin="8", style="rounded,filled")
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
    style = {"label": label_of(box, theme), "tooltip": graphviz.escape(clean(box.tooltip or box.label))}
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
    yield "color", colour if frame.is_graph else theme.line
    yield "fillcolor", theme.graph_soft(frame.graph) if frame.is_graph else theme.background
    yield "tooltip", graphviz.escape(clean(f"{frame.label} {frame.note}"))
    heading = colour if frame.is_graph else theme.text
    yield "label", f'<<font color="{heading}">{markup(frame.label)}</font>{quiet(frame.note, theme)}>'


def edge_style(edge: Edge, theme: Theme) -> dict[str, str]:
    """The attributes of an edge."""
    style = {"class": edge.kind}
    if edge.kind == "hidden":
        style |= {"style": "invis", "weight": "0"}
    elif edge.kind == "order":
        style |= {"style": "dashed", "weight": "4"}
    elif edge.kind == "link":
        style |= {"penwidth": "0.8", "weight": "0"}
    if edge.tail_cluster:
        style["ltail"] = edge.tail_cluster
    if edge.head_cluster:
        style["lhead"] = edge.head_cluster
    return style


def label_of(box: Box, theme: Theme) -> str:
    """The label, with the quieter note behind it, or below it when it names parameters."""
    if box.kind != "op" or not box.note:
        return f"<{markup(box.label)}{quiet(box.note, theme)}>"
    note = f'<font color="{theme.muted}" point-size="{SMALL}">{markup(box.note)}</font>'
    return f"<{markup(box.label)}<br/>{note}>"


def quiet(note: str, theme: Theme) -> str:
    """A note in the muted colour, set off by a space."""
    return f'  <font color="{theme.muted}" point-size="{SMALL}">{markup(note)}</font>' if note else ""


def markup(text: str) -> str:
    """Text for one of Graphviz's HTML-like labels, which reads entities and no backslashes."""
    return html.escape(clean(text)) or " "


def clean(text: str) -> str:
    """Text on one line and without characters that DOT or XML cannot carry, cut to a length that can be drawn."""
    flat = CONTROLS.sub(" ", text)
    return flat if len(flat) <= 400 else f"{flat[:399]}…"
