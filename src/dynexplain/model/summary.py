"""The verdict and the figures: the part of a report that is read first, and often alone."""

from __future__ import annotations

from . import wording
from .graphs.versions import pieces_and_versions
from .report import Chip, GuardTree, LateCompilation, Skip, Summary, Tab, TimeSplit
from .verdict import Seen, verdict
from .wording.words import duration, noun, plural


def build(
    seen: Seen,
    guards: tuple[GuardTree, ...],
    split: TimeSplit | None,
    late: tuple[LateCompilation, ...],
    environment: str,
) -> Summary:
    """Build the summary from the finished parts of a report."""
    limited = [skip for skip in seen.skips if skip.kind == "limit" and skip.location.user]
    eager = [*seen.eager, *limited]
    bad = bool(seen.breaks or eager or seen.passed_over or any(not again.compiled for again in seen.recompiles))
    bad = bad or bool(seen.made) or (seen.subject.kind == "session" and not seen.offered and not seen.ran_compiled)
    first_tab: Tab = "source" if seen.breaks or seen.eager else "recompiles" if seen.recompiles else "graph"
    return Summary(
        verdict=verdict(seen),
        good=not bad and seen.outcome.status == "ok",
        chips=tuple(_chips(seen, eager, guards, split, late, environment)),
        split=split,
        first_tab=first_tab,
    )


def _chips(
    seen: Seen,
    eager: list[Skip],
    guards: tuple[GuardTree, ...],
    split: TimeSplit | None,
    late: tuple[LateCompilation, ...],
    environment: str,
) -> list[Chip]:
    graphs, breaks, causes, recompiles = seen.graphs, seen.breaks, seen.causes, seen.recompiles
    compilations = seen.compilations
    ops = sum(graph.op_count for graph in graphs)
    guard_count = sum(tree.count for tree in guards)
    known = [tree.cost_ns for tree in guards if tree.cost_ns >= 0]
    guard_label = noun(guard_count, "guard")
    if known:
        rough = any(tree.about for tree in guards)
        guard_label += f" · {duration(sum(known), rough=rough)} to check them all"
    breaks_label = noun(len(breaks), "break")
    if len(causes) not in (0, len(breaks)):
        breaks_label += f" from {plural(len(causes), 'cause')}"
    limit = any(compilation.status == "refused" for compilation in compilations)
    made, refused = wording.recompiles.made_and_refused(recompiles)
    recompiles_label = noun(made, "recompile")
    recompiles_label += f", {refused:,} refused" if refused else ", limit hit" if limit else ""
    pieces, _ = pieces_and_versions(graphs)
    graphs_label = noun(len(graphs), "graph")
    if pieces != len(graphs):
        graphs_label += f" of {plural(pieces, 'piece')}"
    chips = [
        Chip(f"{len(graphs):,}", graphs_label, "plain", "graph"),
        Chip(f"{len(breaks):,}", breaks_label, "bad" if breaks else "plain", "breaks"),
        Chip(f"{ops:,}", noun(ops, "op"), "plain", "graph"),
        Chip(f"{guard_count:,}", guard_label, "plain", "guards"),
        Chip(f"{made:,}", recompiles_label, "bad" if recompiles else "plain", "recompiles"),
    ]
    if eager:
        chips.append(Chip(f"{len(eager):,}", f"{noun(len(eager), 'function')} left to Python", "bad", "frames"))
    if split is not None and compilations:
        label = wording.compiling.to_compile(sum(one.duration_ns for one in late if one.backward))
        chips.append(Chip(duration(split.compile_ns), label, "plain", "compile"))
    chips.append(Chip("", environment, "muted", ""))
    return chips
