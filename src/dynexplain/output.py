"""ExplainOutput: what an explanation gives, as live objects, as a report, and as files."""

from __future__ import annotations

import traceback
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any

from .errors import NoEntriesError
from .exports import Exports

if TYPE_CHECKING:
    from collections.abc import Callable

    import torch.fx

    from .model.report import Guard, Report
    from .question import Answer, Question


@dataclass(frozen=True, slots=True)
class BreakReason:
    """Why a graph broke, in the shape of Dynamo's ``GraphCompileReason``."""

    reason: str
    user_stack: list[traceback.FrameSummary]
    graph_break: bool = True


class ExplainOutput(Exports):
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
