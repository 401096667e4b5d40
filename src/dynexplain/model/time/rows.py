"""One run of a frame, and what code can run as: what the passes over the frame record share."""

from __future__ import annotations

from dataclasses import dataclass
from types import CodeType
from typing import Literal

Kind = Literal["compiled", "resumed", "graph", "eager", "skipped", "dynamo", "library"]

OFF, ON, ENTRY = 0, 1, 2


@dataclass(slots=True)
class Row:
    """One run of a frame."""

    code: CodeType
    start: int
    end: int
    depth: int
    thread: int
    ident: int
    """The thread as ``threading.get_ident`` gives it."""
    ended: int
    own: int
    """Time outside watched frames that it called."""
    dynamo: int = OFF
    """Whether Dynamo was asked to compile what runs here, ``ENTRY`` for what was given to it itself."""
