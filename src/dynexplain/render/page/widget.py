"""The notebook widget: hands the report to the viewer, and answers what the viewer asks for."""

from __future__ import annotations

import gzip
import traceback
from collections.abc import Callable
from typing import Any

import anywidget
import traitlets

from ...errors import DynexplainError
from ...model.report import Report
from . import bundle, html
from .pieces import pieces


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
    _asks = traitlets.Bool(False).tag(sync=True)
    _place = traitlets.Unicode().tag(sync=True)

    def __init__(self, report: Report, *, ask: Callable[[str], dict[str, Any]] | None = None, **options: Any) -> None:
        """Show a report.

        Args:
            report: What to show.
            ask: Answers whether a call with other arguments, given as Python source, would be compiled again.
            **options: Values for the traits.

        Raises:
            ViewerNotBuiltError: The package was installed from source without the viewer.
        """
        packed = gzip.compress(pieces(report), mtime=0)
        super().__init__(_esm=bundle.widget_js(), _report=packed, _asks=ask is not None, **options)
        self._ask = ask
        self._files: dict[str, Callable[[], bytes]] = {
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
        try:
            if isinstance(kind, str) and kind in self._files:
                self.send({**answer, "ok": True}, buffers=[self._files[kind]()])
            elif kind == "ask" and self._ask is not None:
                self.send({**answer, "ok": True, "answer": self._ask(str(message.get("arguments", "")))})
            else:
                error = f"The viewer asked for {kind!r}, which Python does not know."
                self.send({**answer, "ok": False, "error": error})
        except BaseException as error:  # noqa: BLE001 - the viewer waits for an answer, and the kernel is to live on
            # Also for SystemExit, which a kernel obeys here, and for an interrupt, which ends the question and no more.
            self.send({**answer, "ok": False, "error": told(error)})


def told(error: BaseException) -> str:
    """An error as Python would end its traceback; ours are sentences."""
    if isinstance(error, DynexplainError):
        return str(error)
    return "".join(traceback.format_exception_only(error)).strip()
