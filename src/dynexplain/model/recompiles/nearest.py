"""The version that a call is nearest to: what differs from each, and which has the fewest differences."""

from __future__ import annotations

import re
from collections.abc import Iterable, Set

from ...tracer.records import CompileRecord, Difference, EntryFailure

_ACTUAL = re.compile(r", actual .*|  # .*", re.DOTALL)

Answered = tuple[str, str]
"""An entry and the guard of it that failed, for which another entry has been made since."""

_TELLING = tuple(
    re.compile(pattern)
    for pattern in (
        r"^___check_type_id|^expected type of|^getattr failed| is (?:not )?None\b",
        r"dispatch key set mismatch|device index mismatch",
        r" dtype mismatch",
        r" rank mismatch",
        r"(?:^|[.'])training\b.* == ",
        r"^len\(|^not [LG]\[|___dict_contains|hasattr|Error on |^___check_obj_id|^list\(",
        r"^[LG]\[.*(?<!\)\])(?<!size\(\)) == [^=]*$",
        r"requires_grad mismatch",
        r" size mismatch",
        r"^GLOBAL_STATE|^utils_device|mode_stack",
        r"",
        r" stride mismatch",
    )
)
"""What a reason is about, the most telling first: what a thing is, then what is in it, then the state around it."""


def nearest(failures: Iterable[EntryFailure], answered: Set[Answered] = frozenset()) -> EntryFailure | None:
    """The entry with the fewest differences; of equals the one whose guards held longest, then the newest.

    A failure that has been answered is why an older call was compiled again; of two entries as near, what this one
    lacks is told by one that was made in answer to it.
    """
    return min(
        (failure for failure in failures if failure.reason),
        key=lambda one: (
            _distance(one),
            _key(one) in answered,
            -one.executed,
            [-part for part in _age(one.compile_id)],
        ),
        default=None,
    )


_ON_A_TENSOR = re.compile(r"^tensor '.*' (?=dispatch key set)")


def _distance(failure: EntryFailure) -> int:
    """How much differs. A mode that is on changes the dispatch keys of every tensor, and is one difference."""
    return len({_ON_A_TENSOR.sub("", one.reason) for one in failure.differences})


def most_telling_first(failure: EntryFailure) -> tuple[Difference, ...]:
    """All differences from an entry."""
    found = failure.differences or (Difference(failure.reason, failure.actual, failure.expected),)
    if any(one.reason.startswith("utils_device") for one in found):
        # The default device is a mode, too.
        found = tuple(one for one in found if "mode_stack" not in one.reason)
    return tuple(sorted(found, key=_rank))


def _rank(difference: Difference) -> int:
    code = difference.reason.partition("  # ")[0].strip()
    return next(index for index, pattern in enumerate(_TELLING) if pattern.search(code))


def answered_by(records: Iterable[CompileRecord]) -> set[Answered]:
    """The failures that these compilations came from, each an entry that was made in answer to it."""
    answered: set[Answered] = set()
    for record in records:
        if record.recompile is not None:
            answered |= answer(record, nearest(record.recompile.failures, answered))
    return answered


def answer(record: CompileRecord, failure: EntryFailure | None) -> set[Answered]:
    """The failure that a compilation has answered, if it made an entry."""
    return {_key(failure)} if failure is not None and record.new_code is not None else set()


def _key(failure: EntryFailure) -> Answered:
    return failure.compile_id, _ACTUAL.sub("", failure.reason)


def _age(compile_id: str) -> tuple[int, ...]:
    return tuple(int(part) for part in re.findall(r"\d+", compile_id))
