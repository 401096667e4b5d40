"""ConstraintViolationError: a size was marked dynamic, and the code can take only one, or only some."""

from __future__ import annotations

import re

from ...tracer.reading.constraints import Dimension
from ...tracer.reading.stacks import parse_stack
from ...tracer.records import NodeRecord
from ..guards.value_names import readable, users_terms
from ..report import Location
from .case import Case, Told


def error(case: Case) -> Told | None:
    """Tell of the first size; others get a sentence each."""
    if case.error is None or not case.error.dimensions:
        return None
    first, *others = case.error.dimensions
    place = case.users_line(case.places.trace(first.stack))
    explanation = [_asked(place, first), *(f"So is {_title(other, case)}." for other in others)]
    return Told(
        _title(first, case),
        "\n".join(filter(None, explanation)),
        _hints(first, place, case),
        None,
        place or _begin(case),
    )


def _name(dimension: Dimension, case: Case) -> str:
    terms = users_terms(case.compiles[-1])(dimension.source) if case.compiles else dimension.source
    return readable(terms)


def _title(dimension: Dimension, case: Case) -> str:
    size = f"`{_name(dimension, case)}.size({dimension.dim})`"
    if dimension.value >= 0:
        return f"{size} was marked dynamic, but the code fixes it to {dimension.value}"
    return f"{size} was marked for a wider range than the code takes, which is {_range(dimension)}"


def _range(dimension: Dimension) -> str:
    if dimension.low >= 0 and dimension.high >= 0:
        return f"{dimension.low} to {dimension.high}"
    return f"{dimension.low} or more" if dimension.low >= 0 else f"at most {dimension.high}"


def _begin(case: Case) -> Location | None:
    """Where the function begins: torch does not say on which line a range was asked for."""
    return case.places.of_compile(case.compiles[-1]) if case.compiles else None


def _asked(place: Location | None, dimension: Dimension) -> str:
    if dimension.value < 0:
        return f"Only sizes of {_range(dimension)} take the same way through the code as this call did."
    where = f"Line {place.line} of {place.label}" if place is not None else "The code"
    return (
        f"{where} holds for the size {dimension.value} only, while `mark_dynamic` promises that every size goes "
        "through the same graph. Dynamo raises rather than break the promise."
    )


def _hints(dimension: Dimension, place: Location | None, case: Case) -> tuple[str, ...]:
    name, dim, value = _name(dimension, case), dimension.dim, dimension.value
    if value < 0:
        bounds = [f"min={dimension.low}"] * (dimension.low >= 0) + [f"max={dimension.high}"] * (dimension.high >= 0)
        return (f"Promise what the code keeps: `torch._dynamo.mark_dynamic({name}, {dim}, {', '.join(bounds)})`.",)
    drop = f"If it is always {value}, leave `mark_dynamic({name}, {dim})` away."
    maybe = f"If it varies, `torch._dynamo.maybe_mark_dynamic({name}, {dim})` in its place raises nothing: "
    if place is not None and _compares(place.code, value):
        return (drop, f"{maybe}there is one version for {value} and one for other sizes.")
    held, shape, inputs = _partners(dimension, place, case)
    if held:
        shown = f"`{held}` ({shape})" if shape else f"`{held}`"
        fixed = f"{shown} has that size, and it cannot vary: leave `mark_dynamic({name}, {dim})` away."
        mine = case.places.trace(dimension.stack)[-1].user
        return (fixed, _sliced(held)) if mine else (fixed,)
    if inputs:
        marks = ", ".join(f"`torch._dynamo.mark_dynamic({other}, {at})`" for other, at in inputs)
        return (f"What it meets there has the same size, and is not marked: mark it too, {marks}.", drop)
    return (drop, f"{maybe}a version is made for each size.")


def _sliced(held: str) -> str:
    return f"Or, where a part of it serves, take as much of `{held}` as there is: `{held.rpartition('.')[2]}[:n]`."


def _compares(code: str, value: int) -> bool:
    """Whether the line itself asks whether a size is that one."""
    return bool(
        re.search(rf"(?:==|!=|\bin\b)[^=]*\b{value}\b|\b{value}\b\s*(?:==|!=)|^(?:if|elif|while|assert|match)\b", code)
    )


def _partners(dimension: Dimension, place: Location | None, case: Case) -> tuple[str, str, list[tuple[str, int]]]:
    """What the op on that line takes that has the same size: a parameter, and its shape; or other inputs, and where."""
    own = _name(dimension, case)
    for graph in reversed(case.recorder.graphs):
        for node in graph.nodes:
            if not node.op.startswith("call_") or not _is_on(node, place, case):
                continue
            taken = [graph.nodes[index] for index in node.inputs]
            held = [one for one in taken if one.role in ("parameter", "buffer") and dimension.value in _sizes(one)]
            if held:
                return readable(held[0].target), held[0].shape, []
            others = [
                (readable(one.target or one.name), _meets(_sizes(one), dimension, own, taken))
                for one in taken
                if one.role == "input" and dimension.value in _sizes(one)
            ]
            others = [each for each in others if each[0] != own]
            if others:
                return "", "", others
    return "", "", []


def _meets(sizes: list[int], dimension: Dimension, own: str, taken: list[NodeRecord]) -> int:
    """Which dimension of another input it is: what broadcasting puts against it, else the first of that size."""
    rank = next((len(_sizes(one)) for one in taken if readable(one.target or one.name) == own), len(sizes))
    across = len(sizes) - rank + dimension.dim
    return across if 0 <= across < len(sizes) and sizes[across] == dimension.value else sizes.index(dimension.value)


def _is_on(node: NodeRecord, place: Location | None, case: Case) -> bool:
    stack = parse_stack(node.stack_trace)
    return place is not None and any((at.file, at.line) == (place.file, place.line) for at in stack)


def _sizes(node: NodeRecord) -> list[int]:
    return [int(size) for size in re.findall(r"\b\d+\b", node.shape.partition("[")[2] or node.shape)]
