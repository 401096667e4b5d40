"""An explained call that raised, in a notebook: its report, the traceback folded, and the exception in two lines."""

from __future__ import annotations

import html
import sys
import traceback
from typing import Any

from ..model.report import Report
from ..render import labels
from ..render.text.text import summary_of
from ..visible import visible
from . import display


def rendered(output: display.Shown, *, shown: bool = False) -> list[str]:
    """What IPython shows of an exception, asked for by its ``_render_traceback_``; displays the report on the way.

    Args:
        output: The report of what was recorded until then.
        shown: Whether it is displayed already.

    Returns:
        Lines. In a terminal the whole traceback, as it is without us.
    """
    error = sys.exc_info()[1] or getattr(sys, "last_value", None)
    if error is None or display.in_terminal() or output.report.outcome.error is None:
        return _whole(error)
    if not shown:
        display.show(output)
    return [*_folded(error), *_short(output.report)]


def _whole(error: BaseException | None) -> list[str]:
    """As IPython shows it."""
    from IPython.core.getipython import get_ipython

    shell: Any = get_ipython()
    if error is None or shell is None:
        return []
    lines: list[str] = shell.InteractiveTB.structured_traceback(type(error), error, error.__traceback__, tb_offset=1)
    return lines


def _folded(error: BaseException) -> list[str]:
    """Display the whole traceback, folded; it is returned where that cannot be done."""
    lines = "".join(traceback.format_exception(error))
    try:
        import IPython.display

        told = f"<details><summary>The whole traceback</summary><pre>{html.escape(visible(lines))}</pre></details>"
        put: Any = IPython.display.display
        put({"text/html": told, "text/plain": ""}, raw=True)
    except Exception:  # noqa: BLE001  nobody loses a traceback for what a front end cannot do
        return lines.splitlines()
    return []


def _short(report: Report) -> list[str]:
    error = report.outcome.error
    assert error is not None
    where = [f"  at {labels.place_in(error.location)}"] if error.location is not None else []
    return [visible(line) for line in (summary_of(error), *where)]
