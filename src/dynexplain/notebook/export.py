"""For nbconvert: pages that show the static report, and so need no network.

Where the state of widgets is saved in a notebook, nbconvert writes a page that fetches Jupyter's widget manager from
the web, and shows nothing without it. With this it takes the static HTML, which has no script::

    jupyter nbconvert --to html --HTMLExporter.preprocessors=dynexplain.notebook.export.StaticReports notebook.ipynb
"""

from __future__ import annotations

from typing import Any

from nbconvert.preprocessors import Preprocessor

WIDGET = "application/vnd.jupyter.widget-view+json"
MARK = 'class="dynexplain-static"'


class StaticReports(Preprocessor):
    """Leaves dynexplain's outputs their static HTML alone; those of other widgets stay as they are."""

    def preprocess_cell(self, cell: Any, resources: Any, index: int) -> tuple[Any, Any]:
        """Drop the widget of each output that is a report."""
        for output in cell.get("outputs", ()):
            data = output.get("data", {})
            if MARK in data.get("text/html", ""):
                data.pop(WIDGET, None)
        return cell, resources
