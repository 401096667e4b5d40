"""Comparison → an HTML fragment that needs no script."""

from __future__ import annotations

from ...model.difference.comparison import Comparison
from .. import labels
from ..text import difference
from .html import style, templates

MOST = 20
"""So many entries of a list are shown."""


def static(comparison: Comparison) -> str:
    """Write a comparison as an HTML fragment that carries its style."""
    lists = (
        ("Breaks", [(one.status, one.text) for one in comparison.breaks]),
        ("Recompiles", [(one.status, one.text) for one in comparison.recompiles]),
        (labels.LEFT_TO_PYTHON, [(one.status, one.text) for one in comparison.functions]),
        ("Graphs", [(one.status, one.text) for one in comparison.graphs]),
    )
    changed = [
        (
            title,
            difference.counted(one for one in entries if one[0] != "same"),
            sum(one[0] == "same" for one in entries),
        )
        for title, entries in lists
    ]
    return (
        templates()
        .get_template("difference.html")
        .render(
            style=style(),
            comparison=comparison,
            lists=[(title, some[:MOST], len(some[MOST:]), same) for title, some, same in changed if some],
            figures=[
                (one.label, *difference.both(one)) for one in comparison.figures if one.before > 0 or one.after > 0
            ],
            settings=[difference.setting(one) for one in comparison.settings],
        )
    )
