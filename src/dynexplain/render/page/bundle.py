"""Finds the built viewer in the package: what ``npm run build`` writes to ``static/``."""

from __future__ import annotations

from functools import cache
from importlib.resources import files
from importlib.resources.abc import Traversable

from ...errors import ViewerNotBuiltError

BUILD = "make build (or, in js/: npm ci && npm run build)"


def widget_js() -> str:
    """The module that the notebook runs.

    Raises:
        ViewerNotBuiltError: The package was installed from source without the viewer.
    """
    return read("widget.js")


def page_js() -> str:
    """The script of the standalone page. Raises like :func:`widget_js`."""
    return read("page.js")


@cache
def graphviz_gz() -> bytes:
    """The layout engine of the browser, as ``js/scripts/graphviz.mjs`` packs it. Raises like :func:`widget_js`."""
    return found("graphviz.gz").read_bytes()


@cache
def read(name: str) -> str:
    """The text of a file in ``static/``."""
    return found(name).read_text(encoding="utf-8")


def found(name: str) -> Traversable:
    """A file in ``static/``."""
    file = files("dynexplain").joinpath("static", name)
    if not file.is_file():
        raise ViewerNotBuiltError(
            f"The viewer is not built: dynexplain/static/{name} is missing. "
            f"Build it with {BUILD}. Text, SVG and JSON work without it."
        )
    return file
