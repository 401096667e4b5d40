"""Which of the reasons that one conversion logged decided how it went on, and what is said of the others.

Dynamo logs a break when it comes to it, and analyses the function once more to carry it out. That may fail for another
reason, logged under the same compile id. Either it comes only of carrying the break out (a value that cannot be rebuilt
in Python): without the break it would be gone, so the break is the root. Or it would have stopped the function anyway
(a sparse tensor among its arguments): then it decided, and mending the break alone would change nothing.
"""

from __future__ import annotations

import re

from ...tracer.records import BreakRecord
from .. import wording
from ..advice import titles
from ..source.places import Places
from . import message

_FOLLOWS = "may have been caused by an earlier graph break"
"""How torch marks what comes of another break (``CAUSED_BY_EARLIER_GRAPH_BREAK`` in graph_break_hints.py)."""
_REBUILT = re.compile(r"reconstruct|\bescape[sd]\b|\bleak(?:s|ed)?\b|\breturned tensor", re.IGNORECASE)
"""Words of torch's for a value of compiled code that cannot be handed over to Python."""


def decided(logged: list[BreakRecord]) -> int:
    """The position of the reason that decided: the last that does not come of carrying out an earlier one."""
    return next((at for at in range(len(logged) - 1, 0, -1) if not _comes_of_a_break(logged[at])), 0)


def others(logged: list[BreakRecord], at: int, places: Places) -> tuple[str, ...]:
    """A sentence about each of the other reasons, in the order they were logged."""
    told: dict[str, None] = {}
    main = _title(logged[at])
    for position, record in enumerate(logged):
        title = _title(record)
        if position == at or title == main:
            continue
        line = record.stack[-1].line if record.stack else 0
        label = places.label(record.stack[-1].file) if record.stack else ""
        where = f"{label}:{line}" if line else ""
        say = wording.breaks.came_before if position < at else wording.breaks.came_of_it
        told[say(title, where)] = None
    return tuple(told)


def _comes_of_a_break(record: BreakRecord) -> bool:
    first = message.chain(record.message)[0]
    return bool(_REBUILT.search(f"{first.kind}\n{first.explanation}")) or any(_FOLLOWS in hint for hint in first.hints)


def _title(record: BreakRecord) -> str:
    first = message.chain(record.message)[0]
    return titles.break_title(first.kind or record.kind, first.context, first.explanation)
