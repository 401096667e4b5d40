"""What the text report says after the causes: recompiles, functions left to Python, graphs, guards, notes."""

from __future__ import annotations

from ...model.guards.build import costliest
from ...model.report import GuardTree, Recompile, Report, Skip
from ...model.wording.decided import DECIDED, read_globals
from ...model.wording.recompiles import recompile_count
from .. import labels
from .terminal import Pen

MOST = 8
"""So many entries of a list are shown; the others are counted."""
INDENT = "   "
DEAR_TEXT = 60
"""Characters of what such a guard says."""
DEAR_NS = 2_000
"""A guard that costs less than this in each call is not worth a word."""
SCOPES = ("L", "G")
"""Dynamo's names for all locals and all globals."""


def limits(report: Report, to: Pen) -> list[str]:
    """Recompiles that the limit refused: from there on everything runs in Python, so this is said first."""
    refused = [one for one in report.recompiles if not one.compiled]
    lines: list[str] = []
    for one in refused[:MOST]:
        lines += to.prose(one.text or labels.LIMIT, "  ", "! ", style="bad")
        lines += to.prose(one.advice, "  ")
    return lines


def rest(report: Report, to: Pen) -> list[list[str]]:
    """All sections that follow the causes, empty ones too."""
    parts = (recompiles, skips, decided, graphs, guards, changes, notes)
    return [part(report, to) for part in parts]


def heading(text: str, to: Pen) -> str:
    """The name of a section."""
    return to.paint(to.short(text), "strong")


def recompiles(report: Report, to: Pen) -> list[str]:
    """Each recompile with the guard that failed and both values."""
    if not report.recompiles:
        return []
    lines = [heading(recompile_count(report.recompiles), to)]
    told = {one.advice for one in report.recompiles if not one.compiled}
    for one in report.recompiles[:MOST]:
        lines += to.prose(one.text, INDENT * 2, INDENT)
        lines += to.prose(said_once(" · ".join(recompile_facts(one)), told), INDENT * 2, style="quiet")
        lines += to.prose(said_once(one.advice, told), INDENT * 2)
    return lines + more(len(report.recompiles), to)


def said_once(sentence: str, told: set[str]) -> str:
    """A sentence the first time, nothing from then on."""
    if sentence in told:
        return ""
    told.add(sentence)
    return sentence


def recompile_facts(one: Recompile) -> list[str]:
    """Where it happened, both values of the guard if the sentence has not told them, and what the guard is from."""
    facts = [labels.place_in(one.location)]
    failed = one.failed
    if failed is not None:
        told = failed.expected in one.text and failed.actual in one.text
        if (failed.expected or failed.actual) and not told:
            facts.append(f"expected {failed.expected}, got {failed.actual}")
        if failed.origin is not None:
            facts.append(f"guard set by {labels.place(failed.origin)}")
    return facts


def skips(report: Report, to: Pen) -> list[str]:
    """The user's own functions that Dynamo left to Python; others are only counted."""
    own = [skip for skip in report.skips if skip.location.user]
    if not own:
        return []
    lines = [heading(labels.LEFT_TO_PYTHON, to)]
    for skip in own[:MOST]:
        lines += to.prose(skip_line(skip), INDENT * 2, INDENT)
    return lines + more(len(own), to)


def skip_line(skip: Skip) -> str:
    """One function and why it was skipped."""
    times = f", {labels.plural(skip.count, 'call')}" if skip.count > 1 else ""
    time = f", {labels.duration(skip.time_ns)}" if skip.time_ns > 0 else ""
    return f"{skip.function} ({labels.place(skip.location)}{times}{time}): {skip.text or skip.reason}"


def decided(report: Report, to: Pen) -> list[str]:
    """What was read once and is a constant now."""
    if not report.decided:
        return []
    lines = [heading(DECIDED, to)]
    told = [one for one in report.decided if one.kind != "global"]
    for one in told[:MOST]:
        lines += to.prose(f"{labels.place(one.location)}: {one.text}", INDENT * 2, INDENT)
    lines += more(len(told), to)
    values = [f"`{one.name}` = {one.value}" for one in report.decided if one.kind == "global"]
    if len(values) > MOST:
        values[MOST:] = [f"{len(values) - MOST} more"]
    return lines + (to.prose(read_globals(values), INDENT * 2, INDENT) if values else [])


def graphs(report: Report, to: Pen) -> list[str]:
    """The graphs, when there is more than one."""
    if len(report.graphs) < 2:
        return []
    lines = [heading(labels.plural(len(report.graphs), "graph"), to)]
    shown = report.graphs[:MOST]
    size = max(len(labels.plural(graph.op_count, "op")) for graph in shown)
    for graph in shown:
        ended = f", ended by break {report.breaks[graph.ended_by].number}" if graph.ended_by >= 0 else ""
        ended += f", version {graph.version}" if graph.version > 1 else ""
        ops = labels.plural(graph.op_count, "op")
        told = f"{graph.index}  {ops:>{size}}  {graph.function} ({labels.place(graph.location)})"
        lines.append(to.short_after(INDENT, f"{told}{ended}", keep_blanks=True))
    return lines + more(len(report.graphs), to)


def guards(report: Report, to: Pen) -> list[str]:
    """How many guards there are, and what most of them look at."""
    if not report.guards:
        return []
    total = sum(tree.count for tree in report.guards)
    told = labels.plural(total, "guard")
    if len(report.guards) > 1:
        told += f" in {labels.plural(len(report.guards), 'compilation')}"
    looks = ", ".join(f"{labels.code(name)} ({number:,})" for name, number in most_guarded(report.guards))
    checks = labels.plural(sum(len(tree.guards) for tree in report.guards), "check")
    lines = to.prose(f"{told}, carried out as {checks}: most are on {looks}" if looks else told, INDENT, first="")
    dear = [(guard, tree) for guard, tree in costliest(report.guards, 3) if guard.cost_ns >= DEAR_NS]
    if dear:
        named = [
            f"{labels.code(tree.sources[guard.source].name)} ({labels.one_line(guard.text, DEAR_TEXT)}) "
            f"{labels.duration(guard.cost_ns, rough=True)}"
            for guard, tree in dear
        ]
        lines += to.prose(f"What costs most to check: {', '.join(named)}", INDENT)
    return lines


def most_guarded(trees: tuple[GuardTree, ...], most: int = 4) -> list[tuple[str, int]]:
    """The values with the most guards: what the function's locals and globals hold, not those two themselves."""
    found: dict[str, int] = {}
    for tree in trees:
        for source in tree.sources:
            holder = tree.sources[source.parent] if source.parent >= 0 else None
            if source.source in SCOPES:
                continue
            if holder is None or holder.source in SCOPES:
                found[source.name] = found.get(source.name, 0) + source.guard_count
            elif source.name.isidentifier() and holder.name != source.name:
                # An item of a wrapper's `*args`, which goes by the name of the argument that it is.
                found[source.name] = found.get(source.name, 0) + source.guard_count
                found[holder.name] = found.get(holder.name, 0) - source.guard_count
    return sorted(found.items(), key=lambda item: -item[1])[:most]


def changes(report: Report, to: Pen) -> list[str]:
    """What the call changed of the user's."""
    if not report.changes:
        return []
    names = [labels.change(change) for change in report.changes]
    listed = ", ".join(names[:MOST]) + (f" and {len(names) - MOST} more" if len(names) > MOST else "")
    return to.prose(f"The call changed {listed}.", INDENT)


def notes(report: Report, to: Pen) -> list[str]:
    """What the reader must know to trust the report."""
    lines: list[str] = []
    for note in report.notes:
        lines += to.prose(note.text, " " * 6, "Note: ")
    return lines


def more(number: int, to: Pen) -> list[str]:
    """How many entries were not shown."""
    return [to.paint(f"{INDENT}{to.clean('…')} and {number - MOST} more", "quiet")] if number > MOST else []
