"""ExplainOutput: what an explanation gives, as live objects, as a report, and as files."""

from __future__ import annotations

import traceback
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any, Unpack, overload

from .errors import NoEntriesError
from .files import write

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable

    import torch.fx

    from .model.privacy.redact import Redaction
    from .model.report import Guard, Report
    from .question import Answer, Question
    from .render.palette import ThemeName
    from .render.picture.groups import By
    from .render.picture.svg import SvgOptions, SvgTheme

    Redact = bool | Redaction | Iterable[Redaction]


@dataclass(frozen=True, slots=True)
class BreakReason:
    """Why a graph broke, in the shape of Dynamo's ``GraphCompileReason``."""

    reason: str
    user_stack: list[traceback.FrameSummary]
    graph_break: bool = True


class ExplainOutput:
    """What Dynamo did with an explained call, or with all calls of a session.

    It comes from :func:`explain`, from ``explain_output()`` of :func:`optimize`, of :func:`watch` and of an exception,
    and from :func:`load`. Print it for a text report; in a notebook it displays itself. Everything that it shows is in
    :attr:`report`. The attributes of ``torch._dynamo.explain``'s output are here under the same names, with counts that
    are right.

    Attributes:
        graphs: The captured graphs as ``torch.fx.GraphModule``, in order of compilation. Empty for a loaded report;
            of a ``watch()``, those that are still alive.
        out_guards: The guards that Dynamo installed (``torch._guards.Guard``). Empty for a loaded report.
        compile_times: Torch's own table of compile times, of the whole process. Empty for a loaded report.
        result: What the call of ``explain(f)(…)`` returned; None if it raised, and of sessions and loaded reports.
    """

    def __init__(
        self,
        report: Report | Callable[[], Report],
        *,
        graphs: list[torch.fx.GraphModule] | None = None,
        ops_per_graph: list[list[Any]] | None = None,
        out_guards: list[Any] | None = None,
        compile_times: str = "",
        result: Any = None,
        ask: Question | None = None,
    ) -> None:
        self._report = report
        self._ops_per_graph = ops_per_graph
        self._ask = ask
        self._raised: list[str] | None = None
        self.graphs = graphs if graphs is not None else []
        self.out_guards = out_guards if out_guards is not None else []
        self.compile_times = compile_times
        self.result = result

    @property
    def report(self) -> Report:
        """Everything, as plain frozen values. Built when it is first read."""
        if callable(self._report):
            self._report = self._report()
        return self._report

    @property
    def graph_count(self) -> int:
        """Number of graphs that were captured, recompiled ones included."""
        return len(self.report.graphs)

    @property
    def graph_break_count(self) -> int:
        """Number of graph breaks: moments at which Dynamo stopped capturing."""
        return len(self.report.breaks)

    @property
    def break_reasons(self) -> list[BreakReason]:
        """One reason per graph break, in the order in which they happened."""
        return [
            BreakReason(
                reason=f"{event.gb_type}\n{event.explanation}".strip(),
                user_stack=[
                    traceback.FrameSummary(place.file, place.line, place.function, lookup_line=False, line=place.code)
                    for place in event.stack
                ],
            )
            for event in self.report.breaks
        ]

    @property
    def op_count(self) -> int:
        """Number of call nodes in all graphs: functions, methods and modules."""
        return sum(graph.op_count for graph in self.report.graphs)

    @property
    def ops_per_graph(self) -> list[list[Any]]:
        """The target of every call node, per graph: the objects themselves, or their names for a loaded report."""
        if self._ops_per_graph is not None:
            return self._ops_per_graph
        return [
            [
                graph.nodes.strings[target]
                for op, target in zip(graph.nodes.op, graph.nodes.qualified, strict=True)
                if graph.nodes.strings[op].startswith("call_")
            ]
            for graph in self.report.graphs
        ]

    def costliest_guards(self, most: int = 10) -> list[Guard]:
        """The guards that cost most to check, dearest first; ``cost_ns`` is each one's share of the measured cost.

        Args:
            most: How many, at most. Guards whose cost was not measured are left out.
        """
        from .model.guards.build import costliest

        return [guard for guard, _ in costliest(self.report.guards, most)]

    def would_recompile(self, /, *args: Any, **kwargs: Any) -> Answer:
        """Whether a call with these arguments would be compiled again, without running it.

        Only the guards of the explained function itself are asked: what runs behind a graph break has guards of its
        own, on values that are known only when it runs.

        Returns:
            An :class:`Answer`: true or false, with the guard that fails and what would avoid it.

        Raises:
            NoEntriesError: Nothing compiled is there: the report was loaded, or is of a block or a cell, nothing was
                compiled, or the function is gone.
            TypeError: The function does not take these arguments.
        """
        if self._ask is None:
            raise NoEntriesError(
                "There is no compiled code to ask: the report was loaded, or is of a whole block or cell. "
                "Explain the call itself, with explain(f)(…), in this process."
            )
        return self._ask(args, kwargs)

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

    def __str__(self) -> str:
        """The text report."""
        return self.to_text()

    def __repr__(self) -> str:
        """The verdict."""
        from .render import labels

        return f"<ExplainOutput: {labels.flattened(self.report.summary.verdict)}>"

    @property
    def question(self) -> Question | None:
        """Answers what :meth:`would_recompile` asks, also in the viewer; None where there is nothing to ask."""
        return self._ask

    def _render_raised(self) -> list[str]:
        """What a notebook shows of the exception that ended the call. It asks more than once, for one report."""
        from .notebook import raised

        if self._raised is None:
            self._raised = raised.rendered(self)
        return self._raised

    def _ipython_display_(self) -> None:
        from .notebook import display

        display.show(self)

    def _repr_mimebundle_(self, include: Any = None, exclude: Any = None) -> tuple[dict[str, Any], dict[str, Any]]:
        from .notebook import display

        return display.bundle(self)


def write_or_give(content: str, path: str | Path | None) -> str | Path:
    """The content, or the file that it was written to: what a notebook shows of a last line is short then."""
    if path is None:
        return content
    write(path, content.encode())
    return Path(path)


def load(path: str | Path) -> ExplainOutput:
    """Read a report that :meth:`ExplainOutput.to_json` wrote. Neither torch nor the explained code is needed for that.

    Args:
        path: The file.

    Returns:
        An output that shows and saves itself as the first one did. It has no live objects: ``graphs`` and
        ``out_guards`` are empty, ``result`` is None, and :meth:`ExplainOutput.would_recompile` raises.

    Raises:
        BadReportError: The file is damaged, of a newer version, or no report.
        OSError: The file cannot be read.
    """
    from .render import json

    return ExplainOutput(json.load(path))
