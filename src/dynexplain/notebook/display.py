"""What an ExplainOutput puts into a notebook: the viewer, static HTML for where it cannot run, and text."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from ..errors import RenderError, ViewerNotBuiltError

if TYPE_CHECKING:
    from ..output import ExplainOutput


def bundle(output: ExplainOutput, *, height: int = 0, **options: Any) -> tuple[dict[str, Any], dict[str, Any]]:
    """The mime bundle of an output, and its metadata.

    Args:
        output: What to show.
        height: Height of the graph area in pixels, 0 for what fits.
        options: Further traits of the widget.
    """
    from ..render import html

    data: dict[str, Any] = {"text/plain": str(output)}
    metadata: dict[str, Any] = {}
    try:
        data["text/html"] = html.static(output.report)
    except RenderError as error:
        data["text/plain"] += f"\n\n{error}"
    try:
        from ..render.widget import ExplainWidget

        widget: Any = ExplainWidget(output.report, height=height, **options)
        widget_data = widget._repr_mimebundle_()
    except ViewerNotBuiltError as error:
        data["text/plain"] += f"\n\n{error}"
        return data, metadata
    if isinstance(widget_data, tuple):
        widget_data, metadata = widget_data
    if widget_data:
        data.update({key: value for key, value in widget_data.items() if key not in data})
    return data, metadata
