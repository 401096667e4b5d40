"""diff(): what is different between two explanations, before and after a change."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, overload

from .exports import write_or_give
from .output import ExplainOutput, load

if TYPE_CHECKING:
    from .model.difference.comparison import Comparison
    from .model.report import Break, Report


class Difference:
    """What is different between two reports. Print it for a text; in a notebook it displays itself.

    Attributes:
        before, after: The reports.
        comparison: Everything, as plain frozen values that refer to the reports by index.
    """

    def __init__(self, before: Report, after: Report) -> None:
        from .model.difference.build import compare

        self.before = before
        self.after = after
        self.comparison: Comparison = compare(before, after)

    @property
    def verdict(self) -> str:
        """One sentence: "3 of 4 breaks are gone; `forward` is one graph now; nothing new."."""
        return self.comparison.verdict

    @property
    def outcome(self) -> str:
        """``better``, ``worse``, ``mixed`` (some is gone and some is new) or ``same``."""
        return self.comparison.outcome

    @property
    def breaks_gone(self) -> tuple[Break, ...]:
        """The breaks of the first report that the second does not have."""
        return tuple(self.before.breaks[one.before] for one in self.comparison.breaks if one.status == "gone")

    @property
    def breaks_new(self) -> tuple[Break, ...]:
        """The breaks of the second report that the first does not have."""
        return tuple(self.after.breaks[one.after] for one in self.comparison.breaks if one.status == "new")

    @property
    def breaks_moved(self) -> tuple[tuple[Break, Break], ...]:
        """The breaks of both, as they were and as they are, that are at another place in the code now."""
        return tuple(
            (self.before.breaks[one.before], self.after.breaks[one.after])
            for one in self.comparison.breaks
            if one.status == "moved"
        )

    def to_text(self, *, width: int | None = None, color: bool = False) -> str:
        """The difference as text. Arguments as for :meth:`ExplainOutput.to_text`."""
        from .render.text import difference

        return difference.render(self.comparison, width=width, color=color)

    @overload
    def to_json(self, path: None = None, *, reports: bool = False) -> str: ...

    @overload
    def to_json(self, path: str | Path, *, reports: bool = False) -> Path: ...

    def to_json(self, path: str | Path | None = None, *, reports: bool = False) -> str | Path:
        """The difference as JSON: its text, or the file of a ``path``.

        Args:
            path: The file to write.
            reports: Write ``{"comparison": …, "before": …, "after": …}``, with both reports, which is what a viewer
                needs; else the comparison alone.

        Raises:
            OSError: The file cannot be written.
        """
        from .model.difference.comparison import SideBySide
        from .render import json

        content = SideBySide(self.comparison, self.before, self.after) if reports else self.comparison
        return write_or_give(json.encode(content).decode(), path)

    def __str__(self) -> str:
        """The text."""
        return self.to_text()

    def __repr__(self) -> str:
        """The verdict."""
        from .render import labels

        return f"<Difference: {labels.flattened(self.verdict)}>"

    def _repr_html_(self) -> str:
        from .render.page import difference

        return difference.static(self.comparison)


def diff(before: ExplainOutput | Report | str | Path, after: ExplainOutput | Report | str | Path) -> Difference:
    """What is different in a second explanation: breaks gone, new and moved, graphs, recompiles, figures, source.

    Breaks are matched by kind and code, so that lines may be added and taken away between the two::

        before = explain(f)(x)
        ...  # change f
        print(dynexplain.diff(before, explain(f)(x)))

    Args:
        before, after: Outputs, reports, or files that :meth:`ExplainOutput.to_json` wrote, also by other versions of
            torch. For those torch is not needed.

    Returns:
        A :class:`Difference`.

    Raises:
        TypeError: One of them is no explanation.
        BadReportError: A file is damaged, of a newer version, or no report.
        OSError: A file cannot be read.
    """
    return Difference(_report(before, "first"), _report(after, "second"))


def _report(given: ExplainOutput | Report | str | Path, which: str) -> Report:
    from .model.report import Report

    if isinstance(given, str | Path):
        given = load(given)
    report = given.report if isinstance(given, ExplainOutput) else given
    if not isinstance(report, Report):
        raise TypeError(
            f"diff() compares two explanations, and the {which} is an object of class {type(given).__name__}. It takes "
            "what `explain(f)(…)` returns, what `explain_output()` of a session gives, or the path of a file that "
            "`to_json` wrote."
        )
    return report
