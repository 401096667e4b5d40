"""Which graphs of one report became which of another: by the operations that they captured."""

from __future__ import annotations

from collections.abc import Iterable

from ..report import Graph, Report
from ..wording import difference as sentences
from .comparison import GraphChange, Regrouped

Op = tuple[str, str]
"""What is called, and the line of code that calls it."""


def changes(before: Report, after: Report) -> tuple[GraphChange, ...]:
    """How the graphs changed, in the order of the second report, and then those that are gone.

    Of the versions of one piece only the first is looked at: the others are recompiles.
    """
    olds, news = _pieces(before), _pieces(after)
    shared = _shared(olds, news)
    told: list[GraphChange] = []
    left_old, left_new = dict.fromkeys(olds), dict.fromkeys(news)
    for new in news:
        if new not in left_new:
            continue
        mine, theirs = _connected(new, shared)
        for index in mine:
            left_old.pop(index, None)
        for index in theirs:
            left_new.pop(index, None)
        told.append(_told(sorted(mine), sorted(theirs), before, after))
    return (*told, *(_told([old], [], before, after) for old in left_old))


def _pieces(report: Report) -> dict[int, list[Op]]:
    """The operations of each graph."""
    return {graph.index: list(_ops(graph, report)) for graph in report.graphs if graph.version == 1}


def _ops(graph: Graph, report: Report) -> Iterable[Op]:
    nodes = graph.nodes
    for op, target, stack in zip(nodes.op, nodes.qualified, nodes.stack, strict=True):
        if nodes.strings[op].startswith("call_"):
            places = report.stacks[stack] if stack >= 0 else ()
            code = report.locations[places[-1]].code if places else ""
            yield nodes.strings[target], " ".join(code.split())


def _shared(olds: dict[int, list[Op]], news: dict[int, list[Op]]) -> dict[tuple[int, int], int]:
    """How many operations two graphs have in common: the nth of its kind in one report is the nth in the other.

    What is called counts by itself only for graphs whose lines of code are all others now.
    """
    shared = _matched(olds, news, whole=True)
    known_old, known_new = {old for old, _ in shared}, {new for _, new in shared}
    rest_old = {index: ops for index, ops in olds.items() if index not in known_old}
    rest_new = {index: ops for index, ops in news.items() if index not in known_new}
    return shared | _matched(rest_old, rest_new, whole=False)


def _matched(olds: dict[int, list[Op]], news: dict[int, list[Op]], *, whole: bool) -> dict[tuple[int, int], int]:
    waiting: dict[object, list[int]] = {}
    for index in reversed(olds):
        for op in reversed(olds[index]):
            waiting.setdefault(op if whole else op[0], []).append(index)
    shared: dict[tuple[int, int], int] = {}
    for index, ops in news.items():
        for op in ops:
            if found := waiting.get(op if whole else op[0]):
                pair = found.pop(), index
                shared[pair] = shared.get(pair, 0) + 1
    return shared


def _connected(new: int, shared: dict[tuple[int, int], int]) -> tuple[set[int], set[int]]:
    """The graphs of both reports that have operations in common with this one, with one of those, and so on."""
    mine: set[int] = set()
    theirs = {new}
    grew = True
    while grew:
        more_mine = {old for old, index in shared if index in theirs}
        more_theirs = {index for old, index in shared if old in more_mine} | theirs
        grew = (more_mine, more_theirs) != (mine, theirs)
        mine, theirs = more_mine, more_theirs
    return mine, theirs


def _told(olds: list[int], news: list[int], before: Report, after: Report) -> GraphChange:
    was = sum(before.graphs[index].op_count for index in olds)
    now = sum(after.graphs[index].op_count for index in news)
    status: Regrouped
    if not olds or not news:
        status = "gone" if olds else "new"
    elif len(olds) == len(news) == 1:
        status = "same" if was == now else "changed"
    elif len(news) == 1:
        status = "merged"
    else:
        status = "split" if len(olds) == 1 else "regrouped"
    function = after.graphs[news[0]].function if news else before.graphs[olds[0]].function
    return GraphChange(status, tuple(olds), tuple(news), sentences.graphs(status, olds, news, function, was, now))
