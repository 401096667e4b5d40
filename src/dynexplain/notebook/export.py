"""For nbconvert: pages that show the static report, and so need no network.

Where the state of widgets is saved in a notebook, nbconvert writes a page that fetches Jupyter's widget manager from
the web, and shows nothing without it. With this it takes the static HTML, which has no script::

    jupyter nbconvert --to html --HTMLExporter.preprocessors=dynexplain.notebook.export.StaticReports notebook.ipynb
"""

from __future__ import annotations

from typing import Any

from nbconvert.preprocessors import Preprocessor

WIDGET = "application/vnd.jupyter.widget-view+json"
MARK = 'class="dynexplain-static'


class StaticReports(Preprocessor):
    """Leaves dynexplain's outputs their static HTML alone; those of other widgets stay as they are."""

    def preprocess_cell(self, cell: Any, resources: Any, index: int) -> tuple[Any, Any]:
        """Drop the viewer of each report: in the same output, or in the one that follows."""
        kept: list[Any] = []
        for output in cell.get("outputs", ()):
            data = output.get("data", {})
            before = kept[-1].get("data", {}).get("text/html", "") if kept else ""
            if MARK in data.get("text/html", ""):
                data.pop(WIDGET, None)
            elif MARK in before and WIDGET in data and not data.get("text/html"):
                continue
            kept.append(output)
        if "outputs" in cell:
            cell["outputs"] = kept
        return cell, resources
