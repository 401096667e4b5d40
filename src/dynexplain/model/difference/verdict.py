"""One sentence on whether it is better now: "3 of 4 breaks are gone; `forward` is one graph now; nothing new"."""

from __future__ import annotations

from typing import Literal

from ..report import Report
from ..wording import difference as sentences
from ..wording.words import plural
from .comparison import BreakChange, FunctionChange, GraphChange

Outcome = Literal["better", "worse", "mixed", "same"]


class Weighed:
    """The parts of the sentence, each for the better, for the worse, or neither."""

    def __init__(self) -> None:
        self._parts: list[str] = []
        self._tones: set[str] = set()

    def better(self, told: str) -> None:
        """Add what is for the better."""
        self._tones.add("better")
        self._parts.append(told)

    def worse(self, told: str) -> None:
        """Add what is for the worse."""
        self._tones.add("worse")
        self._parts.append(told)

    def plain(self, told: str) -> None:
        """Add what is neither."""
        self._parts.append(told)

    @property
    def outcome(self) -> Outcome:
        """Both is mixed."""
        if len(self._tones) == 2:
            return "mixed"
        return "better" if "better" in self._tones else "worse" if self._tones else "same"

    def sentence(self, nothing: str) -> str:
        """All of it; ``nothing`` is said where nothing changed."""
        if not self._parts:
            return sentences.NOTHING.format(nothing)
        told = "; ".join([*self._parts, *([] if "worse" in self._tones else ["nothing new"])])
        return f"{told[0].upper()}{told[1:]}."


def weigh(
    before: Report,
    after: Report,
    breaks: tuple[BreakChange, ...],
    graphs: tuple[GraphChange, ...],
    functions: tuple[FunctionChange, ...],
) -> Weighed:
    """Weigh what changed. Times are left out, as they change by themselves."""
    found = Weighed()
    _breaks(found, before, breaks)
    _graphs(found, before, after, graphs)
    _recompiles(found, before, after)
    _functions(found, functions)
    _ended(found, before, after)
    return found


def as_it_is(report: Report) -> str:
    """What is the same in both, in a few words."""
    counted = [plural(len(report.breaks), "break"), plural(len(report.graphs), "graph")]
    if report.recompiles:
        counted.append(plural(len(report.recompiles), "recompile"))
    return ", ".join(counted)


def _breaks(found: Weighed, before: Report, changes: tuple[BreakChange, ...]) -> None:
    gone = sum(one.status == "gone" for one in changes)
    new = sum(one.status == "new" for one in changes)
    moved = sum(one.to_another_function for one in changes)
    total = len(before.breaks)
    if gone == total == 1:
        found.better("the break is gone")
    elif gone and gone == total:
        found.better(f"{'both' if total == 2 else f'all {total:,}'} breaks are gone")
    elif gone:
        found.better(f"{gone:,} of {total:,} breaks {'is' if gone == 1 else 'are'} gone")
    if moved:
        found.plain(f"{plural(moved, 'break')} moved to another function")
    if new:
        found.worse(plural(new, "new break"))
    for change in ("better", "worse"):
        number = sum(one.change == change for one in changes)
        if number:
            costs = f"{plural(number, 'break')} cost{'s' * (number == 1)}"
            tell = found.better if change == "better" else found.worse
            tell(f"{costs} {'less' if change == 'better' else 'more'} than before")


def _graphs(found: Weighed, before: Report, after: Report, changes: tuple[GraphChange, ...]) -> None:
    name = f"`{after.subject.name}`" if after.subject.kind != "session" else after.subject.name
    is_whole = len(changes) - sum(one.status == "gone" for one in changes) == 1 and not after.breaks
    if is_whole and before.breaks:
        found.plain(f"{name} is one graph now")
        return
    merged = [one for one in changes if one.status == "merged"]
    split = [one for one in changes if one.status == "split"]
    if merged:
        count = sum(len(one.before) for one in merged)
        found.plain(f"{count:,} graphs became {len(merged):,}")
    if split:
        count = sum(len(one.after) for one in split)
        found.plain(f"{plural(len(split), 'graph')} became {count:,}")
    if not before.graphs and after.graphs:
        found.plain(f"{plural(len(after.graphs), 'graph')}, where nothing was captured before")
    elif before.graphs and not after.graphs:
        found.worse("no graph is captured any more")


def _recompiles(found: Weighed, before: Report, after: Report) -> None:
    was, now = (sum(one.compiled for one in report.recompiles) for report in (before, after))
    if was != now:
        (found.better if now < was else found.worse)(f"{was:,} → {plural(now, 'recompile')}")
    refused = [any(not one.compiled for one in report.recompiles) for report in (before, after)]
    if refused == [True, False]:
        found.better("the recompile limit is not hit any more")
    elif refused == [False, True]:
        found.worse("the recompile limit is hit now")


def _functions(found: Weighed, changes: tuple[FunctionChange, ...]) -> None:
    gone = sum(one.status == "gone" for one in changes)
    new = [one for one in changes if one.status == "new"]
    if gone:
        found.better(f"{plural(gone, 'function')} fewer left to Python")
    if new:
        found.worse(f"{plural(len(new), 'function')} more left to Python")


def _ended(found: Weighed, before: Report, after: Report) -> None:
    was, now = before.outcome, after.outcome
    if now.status == "raised" and was.status != "raised":
        found.worse(f"it raises `{now.error.type}` now" if now.error is not None else "it raises now")
    elif was.status == "raised" and now.status == "ok":
        found.better("it raises no exception any more")
    if now.status == "disabled" != was.status:
        found.worse("Dynamo is off now")
