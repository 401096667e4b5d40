"""A page that shows the widget as a notebook does: a model with traits and messages, and no kernel."""

from __future__ import annotations

import base64
from pathlib import Path

from dynexplain.model.report import Report
from dynexplain.render.page import bundle
from dynexplain.render.page.widget import ExplainWidget

TEMPLATE = Path(__file__).with_name("widget.html")


def parts(report: Report) -> dict[str, bytes]:
    """What a notebook sends to the browser."""
    widget = ExplainWidget(report)
    state = widget.get_state()
    widget.close()
    return {"report": state["_report"], "esm": state["_esm"].encode(), "graphviz": bundle.graphviz_gz()}


def widget_page(report: Report) -> str:
    """The page, with all of it in base64."""
    scripts = "".join(
        f'<script type="text/plain" id="{key}">{base64.b64encode(value).decode()}</script>'
        for key, value in parts(report).items()
    )
    return TEMPLATE.read_text().replace("<!-- data -->", scripts)
