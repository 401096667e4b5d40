"""Compares two reports: a list of passes, each from both to one part of the comparison."""

from __future__ import annotations

from collections.abc import Iterable

from ..report import Report
from ..wording import difference as sentences
from . import breaks, figures, graphs, lines, recompiles, verdict
from .comparison import COMPARISON_VERSION, Comparison


def compare(before: Report, after: Report) -> Comparison:
    """Tell what is different in the second report."""
    broken = breaks.changes(before, after)
    captured = graphs.changes(before, after)
    left = recompiles.functions(before, after)
    weighed = verdict.weigh(before, after, broken, captured, left)
    return Comparison(
        comparison_version=COMPARISON_VERSION,
        verdict=weighed.sentence(verdict.as_it_is(after)),
        outcome=weighed.outcome,
        breaks=broken,
        graphs=captured,
        recompiles=recompiles.changes(before, after),
        functions=left,
        figures=figures.figures(before, after, (sum(c.before >= 0 for c in left), sum(c.after >= 0 for c in left))),
        settings=figures.settings(before, after),
        sources=lines.changes(before, after),
        notes=tuple(_notes(before, after)),
    )


def _notes(before: Report, after: Report) -> Iterable[str]:
    """What a reader must know to trust the comparison."""
    if before.subject.name != after.subject.name:
        yield sentences.ANOTHER.format(before.subject.name, after.subject.name)
    if before.environment.torch != after.environment.torch:
        yield sentences.TWO_TORCHS.format(before.environment.torch, after.environment.torch)
    if before.outcome.status == "disabled" != after.outcome.status:
        yield sentences.NOT_LIKE.format(before.summary.verdict)
