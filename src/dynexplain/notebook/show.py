"""Puts an output on the screen of a notebook or of a terminal IPython."""

from __future__ import annotations

import sys
from typing import TYPE_CHECKING, Any

from .display import displays

if TYPE_CHECKING:
    from ..output import ExplainOutput


def show(output: ExplainOutput, *, text: bool = False, height: int = 0) -> None:
    """Display the viewer; the text report in a terminal, or where it is asked for.

    Args:
        output: What to show.
        text: Whether to print the text report.
        height: Height of the graph area in pixels, 0 for what fits.
    """
    if text or in_terminal():
        print(output)  # noqa: T201  that is what was asked for
        return
    import IPython.display

    put: Any = IPython.display.display
    for data, metadata in displays(output, height=height):
        put(data, raw=True, metadata=metadata)


def in_terminal() -> bool:
    """Whether the shell that runs this has no front end that could draw."""
    terminal: Any = sys.modules.get("IPython.terminal.interactiveshell")
    return terminal is not None and terminal.TerminalInteractiveShell.initialized()
