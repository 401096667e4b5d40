"""What somebody who passes a report on wants left out of it.

Shapes, dtypes, names and counts always stay: without them there is no report. What is left out leaves a mark, so that
nobody takes the file for one in which there was nothing.
"""

from __future__ import annotations

import re
from collections.abc import Iterable
from typing import Literal, cast, get_args

from msgspec.structs import replace

from ..plain import encoded, found, mapped
from ..report import Colours, Decided, FailedGuard, Graph, Guard, GuardTree, Location, Note, Recompile, Report, Source
from . import literals
from .mask import masked
from .paths import without_paths

Redaction = Literal["values", "strings", "arguments", "source", "paths"]
KINDS: tuple[Redaction, ...] = get_args(Redaction)
GONE = "…"

_COMPARED = re.compile(r"( (?:==|!=|is not|is|in|<=|>=|<|>) ).+", re.DOTALL)
_OF_PLAIN_VALUES = re.compile(r"EQUALS|CONSTANT|(TRUE|FALSE|NONE|BOOL)_MATCH|SHAPE_ENV|LAMBDA|DICT_KEYS|LENGTH|LEN\b")


def chosen(redact: bool | str | Iterable[str]) -> tuple[Redaction, ...]:
    """What is to be left out, from what a caller wrote: True is everything.

    Raises:
        ValueError: Names what can be left out.
    """
    if isinstance(redact, bool):
        return KINDS if redact else ()
    names = (redact,) if isinstance(redact, str | bytes) or not isinstance(redact, Iterable) else tuple(redact)
    for name in names:
        if name not in KINDS:
            listed = ", ".join(f'"{kind}"' for kind in KINDS)
            raise ValueError(f"redact takes True, or any of {listed}; {name!r} is none of them.")
    return cast("tuple[Redaction, ...]", tuple(kind for kind in KINDS if kind in names))


def redacted(report: Report, kinds: Iterable[Redaction]) -> Report:
    """The report without these kinds of content, and with a note that says so."""
    kinds = tuple(kinds)
    if not kinds:
        return report
    # Strings are looked for in what the others take away, and lines of source in what paths are cut from.
    steps = {"strings": _without_strings, "values": _without_values, "arguments": _without_arguments}
    steps |= {"source": _without_source, "paths": without_paths}
    for kind, without in steps.items():
        if kind in kinds:
            report = without(report)
    told = " and ".join(filter(None, (", ".join(kinds[:-1]), kinds[-1])))
    return replace(report, notes=(*report.notes, Note("redacted", f"Left out of this file on request: {told}.")))


def _without_strings(report: Report) -> Report:
    hidden = {value for _, value in literals.of_guards(report)} | set(literals.of_call(report))
    return masked(report, hidden, encoded(report)[1])


def _without_values(report: Report) -> Report:
    told = {text for recompile in report.recompiles for text in _values(recompile)}
    told.update(one.value for one in report.decided)

    def less(text: str) -> str:
        return _replaced(text, told)

    return replace(
        report,
        guards=tuple(_tree(tree) for tree in report.guards),
        recompiles=tuple(_recompile(recompile, told) for recompile in report.recompiles),
        decided=tuple(_decided(one) for one in report.decided),
        graphs=tuple(_graph(graph, told) for graph in report.graphs),
        compilations=tuple(mapped(one, less) if one.recompile >= 0 else one for one in report.compilations),
    )


def _tree(tree: GuardTree) -> GuardTree:
    return replace(tree, guards=tuple(_guard(guard) for guard in tree.guards))


def _guard(guard: Guard) -> Guard:
    if not _OF_PLAIN_VALUES.search(guard.kind):
        return guard
    return replace(guard, code=tuple(map(_uncompared, guard.code)), text=_uncompared(guard.text))


def _uncompared(text: str) -> str:
    return _COMPARED.sub(rf"\1{GONE}", text)


def _values(recompile: Recompile) -> Iterable[str]:
    for failed in (recompile.failed, *recompile.also):
        if failed is not None:
            yield failed.expected
            yield failed.actual


def _recompile(recompile: Recompile, told: set[str]) -> Recompile:
    return replace(
        recompile,
        failed=_failed(recompile.failed) if recompile.failed is not None else None,
        also=tuple(map(_failed, recompile.also)),
        reasons=tuple(map(_uncompared, recompile.reasons)),
        text=_replaced(recompile.text, told),
        advice=_replaced(recompile.advice, told),
    )


def _failed(failed: FailedGuard) -> FailedGuard:
    return replace(failed, code=_uncompared(failed.code), expected=GONE, actual=GONE)


def _decided(one: Decided) -> Decided:
    return replace(one, value=GONE, text=_replaced(one.text, {one.value})) if one.value else one


def _graph(graph: Graph, told: set[str]) -> Graph:
    return replace(graph, differs=_replaced(graph.differs, told))


def _replaced(text: str, values: set[str]) -> str:
    """The text with a mark for each of the values where it stands alone."""
    known = sorted((value for value in values if value and value != GONE), key=len, reverse=True)
    if not known:
        return text
    return re.sub(rf"(?<![\w.])(?:{'|'.join(map(re.escape, known))})(?![\w.]|\.\d)", GONE, text)


def _without_arguments(report: Report) -> Report:
    name, bracket, inside = report.subject.call.partition("(")
    if not bracket or inside == ")":
        return report
    return replace(report, subject=replace(report.subject, call=f"{name}({GONE})"))


def _without_source(report: Report) -> Report:
    lines = {line.strip() for source in report.sources for line in source.lines}
    lines |= {location.code for location in found(report, Location)}
    lines = {line for line in lines if len(line) > 1}

    def less(text: str) -> str:
        if text.strip() in lines:
            return ""
        if "\n" not in text:
            return text
        return "\n".join(GONE if line.strip(" ^~") in lines else line for line in text.split("\n"))

    def bare(location: Location) -> Location:
        return replace(location, code="", column=-1, end_column=-1)

    report = mapped(mapped(report, bare, Location), less)
    return replace(
        report,
        sources=tuple(_empty(source) for source in report.sources),
        compilations=tuple(replace(one, bytecode=None) for one in report.compilations),
    )


def _empty(source: Source) -> Source:
    return replace(source, lines=("",) * len(source.lines), colours=Colours((), (), (), (), ()), bytecode=())
