"""Which recompiles and which functions left to Python are in one report, in the other, or in both."""

from __future__ import annotations

from typing import Literal

from ..report import Recompile, Report, Skip
from ..wording import difference as sentences
from .comparison import FunctionChange, RecompileChange


def changes(before: Report, after: Report) -> tuple[RecompileChange, ...]:
    """The recompiles, grouped by function and by the value that changed."""
    olds, news = _by_reason(before), _by_reason(after)
    told = []
    for reason in {**news, **olds}:
        mine, theirs = olds.get(reason, ()), news.get(reason, ())
        status: Literal["gone", "new", "fewer", "more", "same"] = "same"
        if not mine or not theirs:
            status = "gone" if mine else "new"
        elif len(mine) != len(theirs):
            status = "fewer" if len(theirs) < len(mine) else "more"
        text = sentences.recompiles(*reason, len(mine), len(theirs))
        told.append(RecompileChange(status, tuple(mine), tuple(theirs), text))
    return tuple(told)


def _by_reason(report: Report) -> dict[tuple[str, str], list[int]]:
    found: dict[tuple[str, str], list[int]] = {}
    for index, one in enumerate(report.recompiles):
        found.setdefault((one.function, _changed(one)), []).append(index)
    return found


def _changed(one: Recompile) -> str:
    """What it was for, without the values of the one call."""
    if one.failed is None:
        return ""
    return one.failed.name or one.failed.source or one.failed.code


def functions(before: Report, after: Report) -> tuple[FunctionChange, ...]:
    """The user's functions that were left to Python, by name."""
    olds, news = _left(before), _left(after)
    told = []
    for name in {**news, **olds}:
        old, new = olds.get(name, -1), news.get(name, -1)
        status: Literal["gone", "new", "same"] = "same" if old >= 0 and new >= 0 else "gone" if old >= 0 else "new"
        skip = after.skips[new] if new >= 0 else before.skips[old]
        told.append(FunctionChange(status, old, new, sentences.function(name, status, skip.text or skip.reason)))
    return tuple(told)


def _left(report: Report) -> dict[str, int]:
    own = [(index, skip) for index, skip in enumerate(report.skips) if skip.location.user and _counts(skip)]
    return {skip.function: index for index, skip in reversed(own)}


def _counts(skip: Skip) -> bool:
    """Whether something is lost by it: a function without a tensor in it is not worth compiling."""
    return skip.kind in ("break", "limit", "error", "unseen", "given_up")
