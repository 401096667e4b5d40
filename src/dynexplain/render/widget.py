"""The notebook widget: hands the report to the viewer, and answers what the viewer asks for."""

from __future__ import annotations

import gzip
from collections.abc import Callable
from typing import Any

import anywidget
import traitlets

from dynexplain.model.report import Report
from dynexplain.render import bundle, html
from dynexplain.render.pieces import pieces


class ExplainWidget(anywidget.AnyWidget):
    """An interactive view of one report.

    Attributes:
        selection: What is selected: ``{"kind": ..., "index": ..., "graph": ..., "file": ..., "line": ...}``.
        tab: The tab that is shown; empty for the one that the report suggests.
        height: Height of the graph area in pixels, 0 for automatic.
        theme: ``"auto"``, ``"light"`` or ``"dark"``.
    """

    _esm = traitlets.Unicode().tag(sync=True)
    _report = traitlets.Bytes().tag(sync=True)
    selection = traitlets.Dict({"kind": ""}).tag(sync=True)
    tab = traitlets.Unicode().tag(sync=True)
    height = traitlets.Int(0).tag(sync=True)
    theme = traitlets.Enum(("auto", "light", "dark"), default_value="auto").tag(sync=True)

    def __init__(self, report: Report, **options: Any) -> None:
        """Show a report.

        Args:
            report: What to show.
            **options: Values for the traits.

        Raises:
            ViewerNotBuiltError: The package was installed from source without the viewer.
        """
        packed = gzip.compress(pieces(report), mtime=0)
        super().__init__(_esm=bundle.widget_js(), _report=packed, **options)
        self._answers: dict[str, Callable[[], bytes]] = {
            "graphviz": bundle.graphviz_gz,
            "html": lambda: gzip.compress(html.page(report).encode(), mtime=0),
        }
        self.on_msg(self._receive)

    def _receive(self, _widget: object, message: object, _buffers: object) -> None:
        """Answer a request of the viewer; a failure goes back as data, for the viewer to show."""
        if not isinstance(message, dict) or message.get("type") != "request":
            return
        answer = {"type": "response", "id": message.get("id")}
        kind = message.get("kind")
        find = self._answers.get(kind) if isinstance(kind, str) else None
        if find is None:
            self.send({**answer, "ok": False, "error": f"The viewer asked for {kind!r}, which Python does not know."})
            return
        try:
            found = find()
        except Exception as error:  # noqa: BLE001 - whatever it is, the viewer waits for an answer
            self.send({**answer, "ok": False, "error": str(error) or type(error).__name__})
            return
        self.send({**answer, "ok": True}, buffers=[found])
