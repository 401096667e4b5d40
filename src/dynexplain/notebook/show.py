"""Puts an output on the screen of a notebook or of a terminal IPython."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from .display import bundle

if TYPE_CHECKING:
    from ..output import ExplainOutput
    from .options import Options


def show(output: ExplainOutput, options: Options) -> None:
    """Display the viewer, or print the text report if that was asked for."""
    if options.text:
        print(output)  # noqa: T201  that is what --text is for
        return
    import IPython.display

    put: Any = IPython.display.display
    data, metadata = bundle(output, height=options.height)
    put(data, raw=True, metadata=metadata)
