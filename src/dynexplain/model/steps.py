"""Graphs and breaks as one row of steps."""

from __future__ import annotations

from .report import Break, Compilation, Graph, Step


def build(compilations: tuple[Compilation, ...], graphs: tuple[Graph, ...], events: list[Break]) -> tuple[Step, ...]:
    """Graphs and breaks in the order in which the program first came to them."""
    steps = []
    for compilation in compilations:
        for index in compilation.graphs:
            steps.append((compilation.start_ns, 0, Step("graph", index, graphs[index].function)))
        if compilation.break_index >= 0:
            event = events[compilation.break_index]
            steps.append((compilation.start_ns, 1, Step("break", compilation.break_index, event.reason)))
    placed = {compilation.break_index for compilation in compilations}
    for index, event in enumerate(events):
        if index not in placed:
            steps.append((event.time_ns, 1, Step("break", index, event.reason)))
    return tuple(step for _, _, step in sorted(steps, key=lambda item: item[:2]))
