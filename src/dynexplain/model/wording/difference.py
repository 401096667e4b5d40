"""What is said about the difference between two reports, so that it can be read together. Backticks mark code."""

from __future__ import annotations

from collections.abc import Sequence

from ..report import BreakOutcome, Location
from .words import place, plural, within

FIGURES = {
    "graphs": "graphs",
    "breaks": "breaks",
    "causes": "causes",
    "ops": "ops",
    "recompiles": "recompiles",
    "refused": "refused by the recompile limit",
    "guards": "guards",
    "left_to_python": "functions left to Python",
    "compile": "to compile",
    "in_graphs": "in graphs",
    "in_python": "Python outside graphs",
    "in_dynamo": "guards and Dynamo",
}
OUTCOMES: dict[BreakOutcome, str] = {
    "resumed": "the function goes on compiled after it",
    "rest_eager": "the rest of the function runs eagerly after it",
    "frame_skipped": "the whole function runs eagerly because of it",
    "error": "it stops the compilation",
}
NOTHING = "Nothing is different: {}."
ANOTHER = "They are of different functions: `{}` before, `{}` after."
TWO_TORCHS = "They were made with torch {} and {}, which may tell the same thing in different words."
NOT_LIKE = "The first ran as plain Python, so it has nothing to compare with: {}"


def break_gone(title: str, where: Location, *, fewer: bool) -> str:
    """``fewer``: there are others of the same code still."""
    return f"{title} ({place(where)}){': one fewer of these' if fewer else ''}"


def break_new(title: str, where: Location, instead: str) -> str:
    """``instead``: what broke at the same code before, and does not any more."""
    came = f", in place of: {within(instead)}"
    return f"{title} ({place(where)}){came if instead else ''}"


def break_in_both(title: str, was: Location, now: Location, did: BreakOutcome, does: BreakOutcome) -> str:
    """Where it was and is, and what it does to its function if that is something else now."""
    moved = place(now) if place(was) == place(now) else f"{place(was)} → {place(now)}"
    other = f": before, {OUTCOMES[did]}; now {OUTCOMES[does]}" if did != does else ""
    return f"{title} ({moved}){other}"


def graphs(status: str, olds: Sequence[int], news: Sequence[int], function: str, was: int, now: int) -> str:
    """What became of some graphs; ``was`` and ``now`` count their ops."""
    before, after, where = _named(olds), _named(news), f"of `{function}`"
    ops = f"{plural(now, 'op')}" if was == now or not olds else f"{was:,} → {plural(now, 'op')}"
    return {
        "merged": f"{before} are one graph {where} now ({ops})",
        "split": f"{before} {where} is split into {len(news):,} now ({ops})",
        "regrouped": f"{before} are {after} {where} now ({ops})",
        "changed": f"a graph {where} has other ops: {ops}",
        "same": f"a graph {where} is as it was ({ops})",
        "new": f"a new graph {where} ({ops})",
        "gone": f"a graph {where} is gone ({plural(was, 'op')})",
    }[status]


def _named(indices: Sequence[int]) -> str:
    """``graph 2``, ``graphs 0, 1 and 2``, ``graphs 0 to 7``."""
    if len(indices) < 2:
        return f"graph {indices[0]}" if indices else ""
    if len(indices) > 3 and indices[-1] - indices[0] == len(indices) - 1:
        return f"graphs {indices[0]} to {indices[-1]}"
    shown = [str(index) for index in indices]
    return f"graphs {', '.join(shown[:-1])} and {shown[-1]}"


def recompiles(function: str, value: str, was: int, now: int) -> str:
    """How often a function was compiled again for a value."""
    because = f" for `{value}`" if value and "`" not in value else ""
    return f"`{function}` was compiled again{because}: {was} → {plural(now, 'time')}"


def function(name: str, status: str, why: str) -> str:
    """A function that was left to Python, and why."""
    told = {"gone": "is compiled, or not called any more", "new": "runs as plain Python now", "same": "still does"}
    because = f": {why}" if status == "new" and why else ""
    return f"`{name}` {'runs as plain Python, as before' if status == 'same' else told[status]}{because}"
