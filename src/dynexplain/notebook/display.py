"""What an ExplainOutput puts into a notebook: the viewer, static HTML for where it cannot run, and text.

A front end shows one of the forms of a display and has no second choice: JupyterLab prefers the widget, and a notebook
that is opened again without its kernel says "model not found" there. So the static HTML is a display of its own, before
the viewer's; it gives way to the viewer where that runs, and takes the place of the message where it does not.
"""

from __future__ import annotations

import sys
import uuid
from typing import Any, Protocol

from ..errors import RenderError, ViewerNotBuiltError
from ..model import wording
from ..model.report import Report
from ..question import Question
from ..render import labels
from ..visible import visible
from . import asking

Display = tuple[dict[str, Any], dict[str, Any]]
"""A mime bundle and its metadata."""


class Shown(Protocol):
    """What is displayed: an ``ExplainOutput``, which displays itself by this module."""

    @property
    def report(self) -> Report:
        """What it tells."""

    @property
    def question(self) -> Question | None:
        """Answers what the viewer asks."""


def show(output: Shown, *, text: bool = False, height: int = 0) -> None:
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
        try:
            put(data, raw=True, metadata=metadata)
        except Exception as error:  # noqa: BLE001  a report is not lost for what a front end cannot do
            told = [data.get("text/plain", ""), wording.notes.not_drawn("display", error)]
            print(visible("\n\n".join(filter(None, told))))  # noqa: T201
            break


def in_terminal() -> bool:
    """Whether the shell that runs this has no front end that could draw."""
    terminal: Any = sys.modules.get("IPython.terminal.interactiveshell")
    return terminal is not None and terminal.TerminalInteractiveShell.initialized()


def displays(output: Shown, **options: Any) -> list[Display]:
    """The static report, and the viewer that takes its place.

    Args:
        output: What to show.
        options: Traits of the widget, such as ``height``.
    """
    place = f"dynexplain-{uuid.uuid4().hex[:12]}"
    viewer, metadata, problem = _viewer(output, {**options, "_place": place})
    static = _static(output, problem, place if viewer else "")
    if not viewer:
        return [(static, {})]
    viewer.pop("text/plain", None)
    # What the viewer's other forms would say stands above. Its HTML is empty, so that no page shows a text instead; an
    # empty text would be a gap where nbconvert writes text, such as LaTeX.
    return [(static, {}), ({**viewer, "text/html": ""}, metadata)]


def bundle(output: Shown, **options: Any) -> Display:
    """All forms in one mime bundle, for front ends that ask for one. Arguments as for :func:`displays`."""
    viewer, metadata, problem = _viewer(output, options)
    return {**viewer, **_static(output, problem)}, metadata


def _static(output: Shown, problem: str, place: str = "") -> dict[str, Any]:
    """The report as HTML and as text; the text tells what could not be made, and is there whatever fails."""
    from ..render.page import html
    from ..render.text import text

    report = output.report
    found: dict[str, Any] = {}
    try:
        # Not what suits the standard output of the moment, which may be redirected: a front end takes any sign.
        told = [text.render(report, unicode=True), problem]
    except Exception as error:  # noqa: BLE001  as in `_viewer`
        told = [labels.plain(report.summary.verdict), wording.notes.not_drawn("text", error), problem]
    try:
        found["text/html"] = html.static(report, place=place)
    except RenderError as error:
        told.append(str(error))
    except Exception as error:  # noqa: BLE001  as in `_viewer`
        told.append(wording.notes.not_drawn("static report", error))
    return {"text/plain": visible("\n\n".join(filter(None, told))), **found}


def _viewer(output: Shown, options: dict[str, Any]) -> tuple[dict[str, Any], dict[str, Any], str]:
    """The widget's own bundle, its metadata, and why there is none."""
    try:
        from ..render.page.widget import ExplainWidget

        widget: Any = ExplainWidget(output.report, ask=asking.answerer(output.question), **options)
        found = widget._repr_mimebundle_()
    except ViewerNotBuiltError as error:
        return {}, {}, str(error)
    except ImportError as error:
        return {}, {}, f"The viewer needs ipywidgets and anywidget, which cannot be imported: {error}."
    except Exception as error:  # noqa: BLE001  a fault in drawing costs the drawing, and never the report
        return {}, {}, wording.notes.not_drawn("viewer", error)
    data, metadata = found if isinstance(found, tuple) else (found, {})
    return dict(data or {}), metadata, ""
