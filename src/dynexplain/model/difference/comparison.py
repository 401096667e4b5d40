"""The comparison of two reports: its wire shape, which the viewer and programs read.

An index refers to the report named by its field; ``-1`` means that this report has no such thing.
"""

from __future__ import annotations

from typing import Literal

from msgspec import Struct

from ..report import Report

COMPARISON_VERSION = 1

Came = Literal["gone", "new", "moved", "same"]
Regrouped = Literal["merged", "split", "regrouped", "changed", "same", "gone", "new"]


class BreakChange(Struct, frozen=True):
    """One graph break. Two are the same if kind and code are; ``moved`` if it is at another place, too.

    ``text`` is a sentence. ``worse`` and ``better``: of a break in both, whether what it does to its function is now.
    Of two that have moved, ``to_another_function`` tells that it was not only within their function.
    """

    status: Came
    before: int
    after: int
    text: str
    change: Literal["", "better", "worse"] = ""
    to_another_function: bool = False


class GraphChange(Struct, frozen=True):
    """Graphs of both reports that captured the same operations, without further versions of a piece.

    ``changed``: one graph each, of another number of ops. ``regrouped``: several became several others.
    """

    status: Regrouped
    before: tuple[int, ...]
    after: tuple[int, ...]
    text: str


class RecompileChange(Struct, frozen=True):
    """The recompiles of a function for one reason; indices into the recompiles of each report."""

    status: Literal["gone", "new", "fewer", "more", "same"]
    before: tuple[int, ...]
    after: tuple[int, ...]
    text: str


class FunctionChange(Struct, frozen=True):
    """A function of the user's that was left to Python, in one of the reports or in both; indices into the skips."""

    status: Literal["gone", "new", "same"]
    before: int
    after: int
    text: str


class Figure(Struct, frozen=True):
    """A number of both reports. ``ns`` are durations, -1 if not measured; they vary from run to run."""

    name: Literal[
        "graphs", "breaks", "causes", "ops", "recompiles", "refused", "guards", "left_to_python",
        "compile", "in_graphs", "in_python", "in_dynamo",
    ]  # fmt: skip
    label: str
    unit: Literal["count", "ns"]
    before: int
    after: int


class SettingChange(Struct, frozen=True):
    """What the two were made with, where it differs: versions, the backend, an option or a setting of Dynamo."""

    name: str
    before: str
    after: str


class LineBlock(Struct, frozen=True):
    """Consecutive lines of two versions of a source. Line numbers are those of the files."""

    status: Literal["same", "replaced", "removed", "added"]
    before: int
    before_count: int
    after: int
    after_count: int


class SourceChange(Struct, frozen=True):
    """Two versions of one function's source; indices into the sources of each report."""

    before: int
    after: int
    blocks: tuple[LineBlock, ...]


class Comparison(Struct, frozen=True):
    """Everything that is different between two reports, and what is the same.

    ``outcome`` is about breaks, recompiles, functions left to Python and exceptions: ``better`` if some are gone and
    none are new, ``mixed`` if both.
    """

    comparison_version: int
    verdict: str
    outcome: Literal["better", "worse", "mixed", "same"]
    breaks: tuple[BreakChange, ...]
    graphs: tuple[GraphChange, ...]
    recompiles: tuple[RecompileChange, ...]
    functions: tuple[FunctionChange, ...]
    figures: tuple[Figure, ...]
    settings: tuple[SettingChange, ...]
    sources: tuple[SourceChange, ...]
    notes: tuple[str, ...]


class SideBySide(Struct, frozen=True):
    """A comparison with the two reports that its indices refer to: all that a view of both needs."""

    comparison: Comparison
    before: Report
    after: Report
