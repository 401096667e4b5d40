"""The numbers of two reports beside each other, and what they were made with."""

from __future__ import annotations

from ..report import Report
from ..wording import difference as sentences
from .comparison import Figure, SettingChange

_NUMBERS = ("graphs", "breaks", "causes", "ops", "recompiles", "refused", "guards", "left_to_python")


def figures(before: Report, after: Report, left: tuple[int, int]) -> tuple[Figure, ...]:
    """Every figure, also where it is the same.

    Args:
        before, after: The reports.
        left: How many functions were left to Python in each.
    """
    was, now = _numbers(before, left[0]), _numbers(after, left[1])
    return tuple(
        Figure(name, sentences.FIGURES[name], "count" if name in _NUMBERS else "ns", was[name], now[name])  # type: ignore[arg-type]
        for name in was
    )


def _numbers(report: Report, left: int) -> dict[str, int]:
    split = report.summary.split
    return {
        "graphs": len(report.graphs),
        "breaks": len(report.breaks),
        "causes": len(report.causes),
        "ops": sum(graph.op_count for graph in report.graphs),
        "recompiles": sum(one.compiled for one in report.recompiles),
        "refused": sum(not one.compiled for one in report.recompiles),
        "guards": sum(tree.count for tree in report.guards),
        "left_to_python": left,
        "compile": sum(one.duration_ns for one in report.compilations) + sum(one.duration_ns for one in report.later),
        "in_graphs": split.graphs_ns if split else -1,
        "in_python": split.python_ns if split else -1,
        "in_dynamo": split.dynamo_ns if split else -1,
    }


def settings(before: Report, after: Report) -> tuple[SettingChange, ...]:
    """What the two were made with, where it differs."""
    was, now = _settings(before), _settings(after)
    return tuple(
        SettingChange(name, was.get(name, ""), now.get(name, ""))
        for name in {**was, **now}
        if was.get(name, "") != now.get(name, "")
    )


def _settings(report: Report) -> dict[str, str]:
    made = report.environment
    return {
        "torch": made.torch,
        "python": made.python,
        "dynexplain": made.dynexplain,
        "platform": made.platform,
        "backend": made.backend,
        "memory": made.memory,
        **{f"option {name}": value for name, value in made.options.items()},
        **{f"config {name}": value for name, value in made.config.items()},
    }
