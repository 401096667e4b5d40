"""Finds the built viewer in the package: the JavaScript files that ``npm run build`` writes to ``static/``."""

from __future__ import annotations

import gzip
from functools import cache
from importlib.resources import files

from dynexplain.errors import ViewerNotBuiltError

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
    """The layout engine of the browser, gzipped. Raises like :func:`widget_js`."""
    return gzip.compress(read("graphviz.js").encode(), mtime=0)


@cache
def read(name: str) -> str:
    """The text of a file in ``static/``."""
    try:
        return files("dynexplain").joinpath("static", name).read_text(encoding="utf-8")
    except (FileNotFoundError, NotADirectoryError) as error:
        raise ViewerNotBuiltError(
            f"The viewer is not built: dynexplain/static/{name} is missing. "
            f"Build it with {BUILD}. Text, SVG and JSON work without it."
        ) from error
