"""What Dynamo remembers of sizes and numbers that varied, and what a session makes of that memory.

Dynamo keeps, per function, the sizes and numbers that it has seen (torch/_dynamo/pgo.py); what varied once is variable
from then on, in the function's next compilation too. So the same call, asked twice, would get two answers. A session
that asks as a fresh process would has a memory of its own, and so has one that asks with the process' memory: a copy,
so that a question teaches Dynamo nothing. The memory is exchanged around each single access, all of which happen under
Dynamo's lock: compilations on other threads keep the process' own, and nothing is left to put back after a call.
"""

from __future__ import annotations

import copy
import enum
from collections import defaultdict
from types import CodeType
from typing import Any, NamedTuple


class Memory(enum.Enum):
    """Whose memory a session works with."""

    PROCESS = "process"
    """That of the process, which learns: as the program would without us."""
    FRESH = "fresh"
    """None, as at the start of the process."""
    COPY = "copy"
    """What the process remembers, without teaching it."""


class Varied(NamedTuple):
    """What memory from before a session made variable, which the session's own calls would not have."""

    name: str
    """Dynamo's expression for the value: ``L['x']``."""
    dimensions: tuple[int, ...]
    """The dimensions of a tensor; empty for a number."""


class History:
    """The memory of one session, and what it would know from its own calls alone."""

    def __init__(self, memory: Memory = Memory.PROCESS) -> None:
        self.memory = memory
        self._own: tuple[Any, Any] | None = None
        self._outer: tuple[Any, Any] | None = None
        self._seen: dict[tuple[tuple[str, int, str], str], Any] = {}

    def enter(self) -> None:
        """Dynamo is about to look something up: show it this session's memory."""
        if self.memory is Memory.PROCESS:
            return
        from torch._dynamo import pgo

        module: Any = pgo
        self._outer = module._CODE_STATE, module._INIT_CODE_STATE
        if self._own is None:
            self._own = _at_the_start(*self._outer) if self.memory is Memory.FRESH else copy.deepcopy(self._outer)
        module._CODE_STATE, module._INIT_CODE_STATE = self._own

    def leave(self) -> None:
        """Dynamo has looked: the process' memory is back, as it was. Harmless if it is done twice."""
        if self._outer is None:
            return
        from torch._dynamo import pgo

        module: Any = pgo
        self._own = module._CODE_STATE, module._INIT_CODE_STATE
        module._CODE_STATE, module._INIT_CODE_STATE = self._outer
        self._outer = None

    def from_before(self, code: CodeType, name: str, given: Any, known: Any) -> Varied | None:
        """What of ``known`` comes from before the session.

        Args:
            code: The function that the value belongs to. Torch tells functions apart by what they close over, too; for
                that it asks callables for their ``__code__``, which may be the user's code and is not done here.
            name: Dynamo's expression for the value.
            given: How the value is now.
            known: The memory of it, with what it is now.
        """
        from torch._dynamo import config

        function = code.co_filename, code.co_firstlineno, code.co_name
        mine = self._seen.setdefault((function, name), copy.copy(given))
        mine |= given
        if not config.automatic_dynamic_shapes:
            return None
        if type(given.scalar) in (int, float):
            varied = _varies(known.scalar) and not _varies(mine.scalar)
            # These two are never variable.
            return Varied(name, ()) if varied and given.scalar not in (0, 1) else None
        if not isinstance(given.size, tuple):
            return None
        dimensions = tuple(
            position
            for position, size in enumerate(given.size)
            if _size_varies(known, position) and not _size_varies(mine, position) and size not in (0, 1)
        )
        return Varied(name, dimensions) if dimensions else None


def _varies(value: Any) -> bool:
    from torch._dynamo.pgo import auto_dynamic

    return value is auto_dynamic


def _size_varies(entry: Any, position: int) -> bool:
    return _varies(entry.size) or (isinstance(entry.size, tuple) and _varies(entry.size[position]))


def _at_the_start(now: Any, at_start: Any) -> tuple[Any, Any]:
    """The memory that the process began with: a stored profile, if it has one, and nothing as a rule."""
    from torch._dynamo.pgo import CodeState

    if at_start is not None:
        return copy.deepcopy(at_start), at_start
    # Where Dynamo has not looked for a profile yet, it does now.
    return (None, None) if now is None else (defaultdict(CodeState), None)
