"""What the lines of the source say: where they ran, and what time was spent there."""

from __future__ import annotations

from .words import duration, listed, plural

RAN_EAGERLY = "ran eagerly"
UNPLACED = "begins here"
WITHOUT_COMPILING = "Compiling is not counted."


def inlined(graph: int, function: str) -> str:
    """A line of a function that Dynamo took into the graph of its caller."""
    return f"inlined into graph {graph} of `{function}`"


def called(function: str, calls: int, ns: int, in_graphs: int, *, eager: bool) -> str:
    """How often a function ran, and how long; a cell has no calls."""
    ran = f"All of {function}"
    if calls:
        ran = f"{plural(calls, 'call')} of `{function}`" + (", run eagerly" if eager else "")
    told = f"{ran}: {duration(ns)}{' in all' if calls > 1 else ''}"
    if in_graphs > 0:
        told += f", {duration(in_graphs)} of it in graphs"
    return f"{told}. {WITHOUT_COMPILING}"


def captured(graphs: list[int], ops: int, runs: int, ns: int, *, placed: bool) -> str:
    """Graphs that were captured from some lines, or of which only the beginning is known."""
    several = len(graphs) > 1
    names = f"{len(graphs)} graphs ({listed(graphs)})" if several else f"Graph {graphs[0]}"
    where = "captured from these lines" if placed else "from here on"
    told = f"{names} of {plural(ops, 'op')}{' in all' if several else ''}, {where}. "
    if not runs:
        return told + ("None of them ran." if several else "It never ran.")
    each = f" in all, {duration(ns / runs)} each" if runs > 1 else ""
    return f"{told}{plural(runs, 'run')}, {duration(ns)}{each}: measured around the whole graph, not for single ops."


def went_into(graphs: list[int], ops: int) -> str:
    """Ops of a function that was inlined."""
    names = f"graph {graphs[0]}" if len(graphs) == 1 else f"graphs {listed(graphs)}"
    come = f"{plural(ops, 'op')} of {names} {'comes' if ops == 1 else 'come'} from these lines, which were inlined."
    return f"{come} Time is measured around whole graphs, and told where those begin."


def outside(breaks: list[int], times: int, ns: int, in_graphs: int = 0, *, seen: bool = False) -> str:
    """What runs at a break; where no frames were ``seen``, what passed between two graphs because of it."""
    names = f"break {breaks[0]}" if len(breaks) == 1 else f"breaks {listed(breaks)}"
    often = f", {times:,} times in all" if times > 1 else ""
    if seen:
        inside = f", {duration(in_graphs)} of it in graphs of what is called" if in_graphs > 0 else ""
        return (
            f"{duration(ns)}{often} for what runs at {names}, from the end of the captured part to where the function "
            f"goes on{inside}. {WITHOUT_COMPILING}"
        )
    return (
        f"{duration(ns)}{often}, from the end of the graph before {names} to the start of the next one, or to the "
        f"return: Python, guards and Dynamo's own work. {WITHOUT_COMPILING}"
    )
