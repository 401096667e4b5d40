"""Recompile records → recompiles: the nearest entry, the guard that failed, both values, what would avoid it."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping, Sequence

from ...tracer.reading.stacks import resumed_at
from ...tracer.records import CompileRecord, EntryFailure, RecompileRecord
from .. import wording
from ..guards.build import without_comment
from ..guards.value_names import users_terms
from ..report import FailedGuard, GuardTree, Location, Recompile
from ..source.places import Places
from . import changes
from .changes import advice
from .changes.change import name_of
from .nearest import Answered, answer, most_telling_first, nearest
from .reasons import better_advice

_SIZE = re.compile(r"(?P<source>.+)\.size\((?P<index>\d+)\)")
_SIZES = re.compile(r"\bsize=\[([^\]]*)\]")
_RANGE = re.compile(r"(?P<least>-?\d+) <= (?P<source>.+) <= (?P<most>-?\d+)$")
_FEW = 2
_EQUALS = re.compile(r"^(?P<source>[LG]\[.+?) == (?P<expected>.+)$")


def build(compiles: Sequence[CompileRecord], places: Places, trees: Mapping[int, GuardTree]) -> dict[int, Recompile]:
    """Build the recompiles, by the index of their compilation.

    Args:
        compiles: What was heard of all compilations.
        places: For locations.
        trees: The guards of what each made, if it made something.
    """
    again: dict[int, Recompile] = {}
    answered: set[Answered] = set()
    by_id = {record.id: record for record in compiles}
    for index, record in enumerate(compiles):
        if record.recompile is not None:
            failure = nearest(record.recompile.failures, answered)
            again[index] = _one(index, record, record.recompile, failure, places, trees.get(index), by_id)
            answered |= answer(record, failure)
    return again


def _one(
    index: int,
    record: CompileRecord,
    recompile: RecompileRecord,
    failure: EntryFailure | None,
    places: Places,
    tree: GuardTree | None,
    by_id: Mapping[str, CompileRecord],
) -> Recompile:
    location = places.of_compile(record)
    function = location.function.rpartition(".<locals>.")[2]
    terms = users_terms(record)
    every = failed_guards(failure, places, terms) if failure is not None else ()
    failed = every[0] if every else None
    compiled = record.new_code is not None
    variable = compiled and failed is not None and tree is not None and _is_variable(failed, tree)
    text, advised = told(
        function,
        every,
        compiled=compiled,
        limit=record.refusal is not None,
        empty=not compiled and record.refusal is None and not record.error_kind,
        variable=variable,
        dynamic=recompile.dynamic,
        line=resumed_at(record.code.co_name),
        terms=terms,
    )
    if not variable:
        advised = better_advice(record, by_id, every, places) or advised
    return Recompile(
        compile_id=record.id,
        function=function,
        location=location,
        compiled=compiled,
        failed=failed,
        reasons=recompile.reasons,
        text=text,
        advice=advised,
        expected=advised.startswith(advice.EXPECTED),
        time_ns=record.start_ns,
        also=every[1:],
        refused=record.refusal is not None,
    )


def told(
    function: str,
    failed: Sequence[FailedGuard],
    *,
    compiled: bool = True,
    limit: bool = False,
    empty: bool = False,
    would: bool = False,
    variable: bool = False,
    dynamic: bool | None = False,
    line: int = 0,
    terms: Callable[[str], str] = str,
) -> tuple[str, str]:
    """What changed, in one sentence, and what would avoid it.

    Args:
        function: Its name.
        failed: What is not as it was, the most telling first.
        compiled: Whether it was compiled again, and not refused.
        limit: Whether the recompile limit refused it.
        empty: Whether there was nothing to compile.
        would: Whether it has only been asked about.
        variable: Whether the new code takes any value there.
        dynamic: Whether sizes are variable; ``None`` for once they have changed.
        line: Where it goes on after a break, 0 for a whole function.
        terms: Puts an expression of the compiled frame into the user's terms.
    """
    found = [changes.read(terms(one.code), one.actual, one.expected) for one in failed]
    change = found[0] if found else None
    changed = (
        wording.recompiles.listed_changes([one.sentence(asked=would) for one in found])
        or wording.recompiles.NOTHING_FITTED
    )
    sentence = (
        wording.recompiles.would_recompile(function, changed, limit)
        if would
        else wording.recompiles.recompiled(function, changed, compiled, limit, line, empty=empty)
    )
    advised = change.advice.replace("{it}", "it") if change is not None else ""
    if variable and advised == advice.DYNAMIC and dynamic is not True and change is not None:
        advised = advice.variable(advice.dynamic_from_the_first(*_dimension(change.source)))
    elif variable:
        advised = advice.variable(advised, always=dynamic is True)
    elif change is not None and compiled and dynamic is not False and advised == advice.DYNAMIC:
        advised = advice.needed(*_dimension(change.source))
    elif advised == advice.DYNAMIC:
        sizes = [_dimension(one.source) for one in found if one.advice == advice.DYNAMIC]
        advised = advice.dynamic(sizes, static=dynamic is False and not would)
    return sentence, advised


def _dimension(source: str) -> tuple[str, str]:
    tensor, _, dimension = name_of(source).removesuffix(")").rpartition(".size(")
    return tensor, dimension


def _is_variable(failed: FailedGuard, tree: GuardTree) -> bool:
    """Whether new code takes any value where old code was made for one: Dynamo does that when a value changed."""
    size = _SIZE.fullmatch(failed.source)
    if size is None and not (_EQUALS.match(failed.code) and advice.is_number(failed.actual)):
        return False
    source = size["source"] if size else failed.source
    on_it = [guard for guard in tree.guards if tree.sources[guard.source].source == source]
    if size is None:
        if any(_is_narrow(code, source) for guard in tree.guards for code in guard.code):
            return False
        return bool(on_it) and not any(" == " in code for guard in on_it for code in guard.code)
    sizes = [found[1].split(", ") for guard in on_it for code in guard.code if (found := _SIZES.search(code))]
    return bool(sizes) and all(int(size["index"]) < len(one) and one[int(size["index"])] == "None" for one in sizes)


def _is_narrow(code: str, source: str) -> bool:
    """Whether a guard leaves hardly a choice, such as ``0 <= k <= 1`` beside ``k != 1``."""
    bounds = _RANGE.match(code)
    if bounds is None or bounds["source"] != source:
        return False
    return int(bounds["most"]) - int(bounds["least"]) < _FEW


def failed_guards(failure: EntryFailure, places: Places, terms: Callable[[str], str]) -> tuple[FailedGuard, ...]:
    """What an entry failed on, the most telling first, with both values where they are known.

    ``terms`` as for :func:`told`.
    """
    found = []
    for difference in most_telling_first(failure):
        code = without_comment(difference.reason)
        change = changes.read(code, difference.actual, difference.expected)
        found.append(
            FailedGuard(
                compile_id=failure.compile_id,
                code=code,
                source=change.source,
                expected=change.expected,
                actual=change.actual,
                origin=_origin(failure, places) if difference.reason == failure.reason else None,
                name=name_of(terms(change.source)),
            )
        )
    return tuple(found)


def _origin(failure: EntryFailure, places: Places) -> Location | None:
    if failure.user_stack:
        stack = places.trace(failure.user_stack)
        return next((place for place in reversed(stack) if place.user), stack[-1])
    return None
