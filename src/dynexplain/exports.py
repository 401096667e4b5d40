"""What can be made of a report: text, a picture, a page, data; each as a string or as a file."""

from __future__ import annotations

from abc import ABC, abstractmethod
from pathlib import Path
from typing import TYPE_CHECKING, Unpack, overload

from .files import write

if TYPE_CHECKING:
    from collections.abc import Iterable

    from .model.privacy.redact import Redaction
    from .model.report import Report
    from .render.palette import ThemeName
    from .render.picture.groups import By
    from .render.picture.svg import SvgOptions, SvgTheme

    Redact = bool | Redaction | Iterable[Redaction]


class Exports(ABC):
    """The exports of whatever has a report."""

    @property
    @abstractmethod
    def report(self) -> Report:
        """Everything, as plain frozen values."""

    def to_text(self, *, width: int | None = None, color: bool = False) -> str:
        """The report as text.

        Args:
            width: Columns to fill; the terminal's by default, up to 100.
            color: Whether to use ANSI colours.
        """
        from .render.text import text

        return text.render(self.report, width=width, color=color)

    def to_dot(
        self,
        *,
        graph: int | None = None,
        by: By = "module",
        depth: int | None = None,
        theme: ThemeName = "light",
        limit: int | None = None,
    ) -> str:
        """The graphs and what came between them, in Graphviz' DOT language.

        Args:
            graph: Only the graph of this index.
            by: Fold by ``"module"`` or by ``"source"`` (the user's call stack).
            depth: Levels to open: 0 is one box per graph, None is as deep as stays readable.
            theme: Colours for a ``"light"`` or a ``"dark"`` background.
            limit: The greatest number of boxes. None is what is readable without ``depth``, and no limit with it.

        Raises:
            RenderError: There is no graph of that index, or an option has no such value.
        """
        from .render.picture import dot

        return dot.render(self.report, graph=graph, by=by, depth=depth, theme=theme, limit=limit)

    @overload
    def to_svg(self, path: None = None, **options: Unpack[SvgOptions]) -> str: ...

    @overload
    def to_svg(self, path: str | Path, **options: Unpack[SvgOptions]) -> Path: ...

    def to_svg(
        self,
        path: str | Path | None = None,
        *,
        graph: int | None = None,
        by: By = "module",
        depth: int | None = None,
        theme: SvgTheme = "auto",
    ) -> str | Path:
        """The graphs and what came between them, as SVG: its text, or the file of a ``path``.

        A picture that is too large to lay out is folded further.

        Args:
            path: The file to write.
            graph, by, depth: As for :meth:`to_dot`.
            theme: ``"light"`` or ``"dark"`` to be the same everywhere, ``"auto"`` to follow the reader's system,
                ``"inherit"`` to take the colours from the page around it.

        Raises:
            RenderError: As for :meth:`to_dot`, or the picture cannot be laid out.
            OSError: The file cannot be written.
        """
        from .render.picture import svg

        return write_or_give(svg.render(self.report, graph=graph, by=by, depth=depth, theme=theme), path)

    @overload
    def to_html(self, path: None = None, *, redact: Redact = ()) -> str: ...

    @overload
    def to_html(self, path: str | Path, *, redact: Redact = ()) -> Path: ...

    def to_html(self, path: str | Path | None = None, *, redact: Redact = ()) -> str | Path:
        """The viewer as one page, which works without a server and a network: its text, or the file of a ``path``.

        Args:
            path: The file to write.
            redact: What to leave out, as for :meth:`to_json`.

        Raises:
            ValueError: ``redact`` has no such value.
            ViewerNotBuiltError: The package was installed from source without the viewer.
            OSError: The file cannot be written.
        """
        from .render.page import html

        return write_or_give(html.page(self._without(redact)), path)

    @overload
    def to_json(self, path: None = None, *, redact: Redact = ()) -> str: ...

    @overload
    def to_json(self, path: str | Path, *, redact: Redact = ()) -> Path: ...

    def to_json(self, path: str | Path | None = None, *, redact: Redact = ()) -> str | Path:
        """The report as JSON, which :func:`dynexplain.load` reads again: its text, or the file of a ``path``.

        Live objects (:attr:`graphs`, :attr:`out_guards`, :attr:`result`) and the contents of tensors are not in it, and
        secrets never: what is called or looks like a key, a token or a password is dots in every report.

        Args:
            path: The file to write.
            redact: What to leave out of it: True for all, or one or more of ``"values"`` (of guards, recompiles and
                constants), ``"strings"`` (those values and arguments that are strings, wherever they are told),
                ``"arguments"`` (of the call), ``"source"`` (text and bytecode) and ``"paths"`` (folders of files).

        Raises:
            ValueError: ``redact`` has no such value.
            OSError: The file cannot be written.
        """
        from .render import json

        return write_or_give(json.encode(self._without(redact)).decode(), path)

    def _without(self, redact: Redact) -> Report:
        from .model.privacy.redact import chosen, redacted

        return redacted(self.report, chosen(redact))


def write_or_give(content: str, path: str | Path | None) -> str | Path:
    """The content, or the file that it was written to: what a notebook shows of a last line is short then."""
    if path is None:
        return content
    write(path, content.encode())
    return Path(path)
