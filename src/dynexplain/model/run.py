"""What a report needs to know beside the records: who was explained, where, and how it ended."""

from __future__ import annotations

from dataclasses import dataclass, field
from types import CodeType
from typing import Literal

from ..tracer.reading.constraints import Dimension
from ..tracer.reading.failed_node import FailedNode
from ..tracer.reading.raised import Origin
from ..tracer.records import Stack
from ..tracer.state.users_state import Changed


@dataclass(frozen=True, slots=True)
class RunSubject:
    """What was explained."""

    name: str
    kind: Literal["function", "method", "module", "class", "callable", "session"]
    code: CodeType | None
    call: str = ""


@dataclass(frozen=True, slots=True)
class RunError:
    """The exception that ended the run."""

    type: str
    message: str
    origin: Origin
    graph: int
    """The graph that ran or was being compiled, -1 for none."""
    stack: Stack
    traceback: str
    node: FailedNode = field(default_factory=FailedNode)
    """At which node a backend failed."""
    dimensions: tuple[Dimension, ...] = ()
    """Which sizes that were marked dynamic cannot be."""
    stance: bool = False
    """Whether the stance ``fail_on_recompile`` raised it."""


@dataclass(frozen=True, slots=True)
class RunContext:
    """Everything about a run that no tap sees."""

    subject: RunSubject
    versions: dict[str, str]
    """``dynexplain``, ``torch``, ``python``, ``platform``."""
    backend: str
    options: dict[str, str]
    config: dict[str, str]
    memory: Literal["fresh", "copy", "process"] = "process"
    """What Dynamo knew of earlier calls."""
    stance: str = "default"
    """The stance of ``torch.compiler.set_stance``."""
    disabled: str = ""
    """Why Dynamo was off, empty if it was on."""
    error: RunError | None = None
    changes: tuple[Changed, ...] = ()
    """What the call changed of the user's."""
    cells: dict[str, int] = field(default_factory=dict)
    """Notebook cells: file name → execution count."""
    secrets: frozenset[str] = frozenset()
    """Strings of the program that are not to be shown."""
