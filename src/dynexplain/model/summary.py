"""The verdict and the figures: the part of a report that is read first, and often alone."""

from __future__ import annotations

from . import wording
from .report import (
    Break,
    Cause,
    Chip,
    Compilation,
    Graph,
    GuardTree,
    Outcome,
    Recompile,
    Skip,
    Subject,
    Summary,
    Tab,
    TimeSplit,
)


def build(
    subject: Subject,
    outcome: Outcome,
    graphs: tuple[Graph, ...],
    compilations: tuple[Compilation, ...],
    breaks: list[Break],
    causes: list[Cause],
    skips: tuple[Skip, ...],
    guards: tuple[GuardTree, ...],
    recompiles: tuple[Recompile, ...],
    split: TimeSplit | None,
    environment: str,
) -> Summary:
    """Build the summary from the finished parts of a report."""
    eager = [skip for skip in skips if skip.kind in ("break", "limit", "error") and skip.location.user]
    verdict = wording.verdict(subject, outcome, graphs, breaks, causes, eager, recompiles)
    bad = bool(breaks or eager or outcome.status == "raised" or any(not r.compiled for r in recompiles))
    first_tab: Tab = "source" if breaks or eager else "graph"
    return Summary(
        verdict=verdict,
        good=not bad and outcome.status == "ok",
        chips=tuple(_chips(graphs, compilations, breaks, causes, eager, guards, recompiles, split, environment)),
        split=split,
        first_tab=first_tab,
    )


def _chips(
    graphs: tuple[Graph, ...],
    compilations: tuple[Compilation, ...],
    breaks: list[Break],
    causes: list[Cause],
    eager: list[Skip],
    guards: tuple[GuardTree, ...],
    recompiles: tuple[Recompile, ...],
    split: TimeSplit | None,
    environment: str,
) -> list[Chip]:
    ops = sum(graph.op_count for graph in graphs)
    guard_count = sum(tree.count for tree in guards)
    known = [tree.cost_ns for tree in guards if tree.cost_ns >= 0]
    guard_label = wording.noun(guard_count, "guard")
    if known:
        guard_label += f" · {wording.duration(sum(known))} a check"
    breaks_label = wording.noun(len(breaks), "break")
    if len(causes) not in (0, len(breaks)):
        breaks_label += f" from {wording.plural(len(causes), 'cause')}"
    limit = sum(not recompile.compiled for recompile in recompiles)
    recompiles_label = wording.noun(len(recompiles), "recompile") + (", limit hit" if limit else "")
    chips = [
        Chip(f"{len(graphs):,}", wording.noun(len(graphs), "graph"), "plain", "graph"),
        Chip(f"{len(breaks):,}", breaks_label, "bad" if breaks else "plain", "breaks"),
        Chip(f"{ops:,}", wording.noun(ops, "op"), "plain", "graph"),
        Chip(f"{guard_count:,}", guard_label, "plain", "guards"),
        Chip(f"{len(recompiles):,}", recompiles_label, "bad" if recompiles else "plain", "recompiles"),
    ]
    if eager:
        chips.append(Chip(f"{len(eager):,}", f"{wording.noun(len(eager), 'function')} left to Python", "bad", "frames"))
    if split is not None and compilations:
        chips.append(Chip(wording.duration(split.compile_ns), "to compile", "plain", "compile"))
    chips.append(Chip("", environment, "muted", ""))
    return chips
