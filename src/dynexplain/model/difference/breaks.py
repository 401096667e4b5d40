"""Which breaks of two reports are the same: matched by kind and code, since line numbers change with every edit."""

from __future__ import annotations

from collections.abc import Callable, Hashable, Iterable
from dataclasses import dataclass
from typing import Literal

from ..report import Break, BreakOutcome, Location, Report
from ..wording import difference as sentences
from .comparison import BreakChange

_WORSE: tuple[BreakOutcome, ...] = ("resumed", "rest_eager", "frame_skipped", "error")


@dataclass(frozen=True, slots=True)
class _Seen:
    """A break by what it is recognised by."""

    index: int
    event: Break
    code: str
    function: str
    line: int
    """In its function, where the report has the function's source; else in its file."""

    @property
    def place(self) -> tuple[str, int]:
        return self.function, self.line


_Key = Callable[[_Seen], Hashable]
_KEYS: tuple[_Key, ...] = (
    lambda seen: (seen.event.gb_type, seen.code, *seen.place),
    lambda seen: (seen.event.gb_type, seen.code, seen.function),
    lambda seen: (seen.event.gb_type, seen.code) if seen.code else None,
    # Torch words some kinds anew from version to version, and keeps their number.
    lambda seen: (seen.event.gb_id, seen.code, seen.function) if seen.event.gb_id and seen.code else None,
)
"""From the closest likeness to the least; None is like nothing."""


def changes(before: Report, after: Report) -> tuple[BreakChange, ...]:
    """Every break of both, in the order of the second report, and then those that are gone."""
    olds, news = list(_seen(before)), list(_seen(after))
    pairs: dict[int, _Seen] = {}
    for key in _KEYS:
        waiting: dict[Hashable, list[_Seen]] = {}
        for old in olds:
            waiting.setdefault(key(old), []).append(old)
        for new in [new for new in news if new.index not in pairs]:
            if (like := key(new)) is not None and (found := waiting.get(like)):
                pairs[new.index] = found.pop(0)
        taken = {old.index for old in pairs.values()}
        olds = [old for old in olds if old.index not in taken]
    told = [_in_both(pairs[new.index], new) if new.index in pairs else _new(new, olds) for new in news]
    return (*told, *(_gone(old, news) for old in olds))


def _seen(report: Report) -> Iterable[_Seen]:
    first = {(source.file, source.function): source.first_line for source in report.sources}
    explained = report.subject.location.function if report.subject.location else ""
    for index, event in enumerate(report.breaks):
        place = place_of(event)
        starts = first.get((place.file, place.function), 0)
        # What was explained may have been given another name.
        function = "" if place.function == explained else place.function
        yield _Seen(index, event, " ".join(place.code.split()), function, place.line - starts)


def place_of(event: Break) -> Location:
    """Where a break is for the user: in their own code, if a line of that leads there."""
    return event.user_location or event.location


def _in_both(old: _Seen, new: _Seen) -> BreakChange:
    status: Literal["same", "moved"] = "same" if old.place == new.place else "moved"
    was, now = _WORSE.index(old.event.outcome), _WORSE.index(new.event.outcome)
    change: Literal["", "better", "worse"] = "worse" if now > was else "better" if now < was else ""
    text = sentences.break_in_both(
        title(new.event), place_of(old.event), place_of(new.event), old.event.outcome, new.event.outcome
    )
    return BreakChange(status, old.index, new.index, text, change, old.function != new.function)


def _new(new: _Seen, gone: list[_Seen]) -> BreakChange:
    """A new break; at the code of one that is gone it has come in that one's place."""
    instead = next((old for old in gone if old.code and (old.code, old.function) == (new.code, new.function)), None)
    text = sentences.break_new(title(new.event), place_of(new.event), title(instead.event) if instead else "")
    return BreakChange("new", -1, new.index, text)


def _gone(old: _Seen, now: list[_Seen]) -> BreakChange:
    still = any(old.code and old.code == new.code and old.event.gb_type == new.event.gb_type for new in now)
    return BreakChange("gone", old.index, -1, sentences.break_gone(title(old.event), place_of(old.event), fewer=still))


def title(event: Break) -> str:
    """A break in a few plain words."""
    return event.reason.rstrip(".")
