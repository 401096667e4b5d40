"""The fixed words of pictures, pages and the terminal, and how numbers and places are written."""

from __future__ import annotations

import re

from ..model.report import Change, Chip, Graph, Location, Step, TimeSplit
from ..model.wording.words import duration as duration
from ..model.wording.words import place as place
from ..model.wording.words import plural as plural
from ..visible import visible

LIMIT = "The recompile limit was reached: from here on this function runs in Python."
LEFT_TO_PYTHON = "Functions left to Python"

LONGEST = 400
"""Characters of any one text in a picture."""
BREAKS = re.compile(r"[\t-\r\x1c-\x1f\x85\u2028\u2029]+")
"""What ends a line somewhere, or jumps in it."""


def times(number: int) -> str:
    """The mark of a repeat, behind its name."""
    return f" \u00d7{number}"


def figure(chip: Chip) -> str:
    """A figure of the summary as words; what its label adds behind a dot goes into brackets."""
    label, _, more = chip.label.partition(" · ")
    return f"{chip.value} {label} ({more})" if more else f"{chip.value} {label}"


def graph_name(graph: Graph) -> str:
    """The name of a graph, the same in every view."""
    return f"Graph {graph.index}" + (f" · version {graph.version}" if graph.version > 1 else "")


def place_in(location: Location) -> str:
    """The place, and the function that it is in."""
    return f"{place(location)} in {location.function}" if location.function else place(location)


def time_split(split: TimeSplit | None) -> str:
    """Where the time of the calls went, in words; empty if it was not measured."""
    listed = ", ".join(words for _, words, _ in shares(split))
    return f"Without compiling: {listed}" if listed else ""


def shares(split: TimeSplit | None, calls: int = 0) -> list[tuple[int, str, str]]:
    """Time, share in words and colour of each part of the calls, without parts that are nothing.

    Of a single call that compiled, Dynamo's part can be most: it says that later calls do not pay it.
    """
    if split is None:
        return []
    dynamo = "guards and Dynamo, set-up of a first call" if split.compile_ns and calls == 1 else "guards and Dynamo"
    parts = (
        (split.graphs_ns, "in graphs", "graph"),
        (split.python_ns, "Python outside graphs", "eager"),
        (split.dynamo_ns, dynamo, "dynamo"),
    )
    return [
        (time, f"{share or '<1'} % {words}", kind)
        for (time, words, kind), share in zip(parts, split.percent, strict=True)
        if time > 0
    ]


def tensor(dtype: str, shape: str) -> str:
    """Write ``f32[2, 8]``; for several tensors the list of them, for a number the number."""
    return f"{dtype}{shape}" if shape.startswith("[") or not shape else shape


def plain(text: str) -> str:
    """Text of the report without the backticks that mark code."""
    return text.replace("`", "")


def unsaid(detail: str, said: str) -> str:
    """A detail, unless the sentence before it has told it already."""
    return "" if detail.rstrip(".") in said else detail


def code(name: str) -> str:
    """A name marked as code; words such as "global state" are none."""
    return name if " " in name else f"`{name}`"


def flattened(text: str) -> str:
    """Text on one line, in which what neither DOT, XML nor a terminal can carry is spelt out."""
    return visible(BREAKS.sub(" ", text))


def clean(text: str) -> str:
    """Text on one line and without control characters, cut to a length that can be drawn."""
    flat = flattened(text[: LONGEST * 2])
    return (flat if len(flat) <= LONGEST else f"{flat[: LONGEST - 1]}…") or " "


def one_line(text: str, limit: int) -> str:
    """Text on one line, cut with an ellipsis where it is too long."""
    flat = " ".join(flattened(text).split())
    return flat if len(flat) <= limit else f"{flat[: limit - 1].rstrip()}…"


def elided(steps: tuple[Step, ...]) -> str:
    """What stands for steps that are left out of a picture."""
    kinds = {"graph": "graph", "break": "break", "skip": "skipped function"}
    found = [plural(number, noun) for kind, noun in kinds.items() if (number := sum(s.kind == kind for s in steps))]
    return f"… {', '.join(found)} more"


def change(changed: Change) -> str:
    """One thing that the call changed."""
    if changed.kind == "random":
        return f"the random state of `{changed.name}`"
    return f"the {changed.kind}{' of' if changed.kind == 'gradient' else ''} `{changed.name}`"
