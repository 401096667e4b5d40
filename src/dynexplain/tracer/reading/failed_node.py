"""The node of a graph at which a backend failed, as far as what it raised shows it."""

from __future__ import annotations

import re
from dataclasses import dataclass
from types import TracebackType
from typing import Any

from ..records import Stack
from .stacks import below_us, parse_stack, places

_EXECUTING = re.compile(r"^While executing %(?P<name>\w+) : .*?\[target=(?P<target>[^\]]+)\]", re.MULTILINE)
_LOWERED = re.compile(r"^\s*target: (?P<target>\S+)", re.MULTILINE)
_FRAME = re.compile(r'^ *(?=File "[^"]+", line \d+, in )', re.MULTILINE)


@dataclass(frozen=True, slots=True)
class FailedNode:
    """What a backend could not compile."""

    inner: str = ""
    """The class of what the backend itself raised, and what that says."""
    says: str = ""
    target: str = ""
    """The operation, as torch names it: ``torch.sort``, ``aten.sin.default``."""
    stack: Stack = ()
    """The lines it comes from; outermost first."""
    raised_at: Stack = ()
    """Where in the backend the exception was raised."""


def of_backend(error: BaseException) -> FailedNode:
    """Read it: from what the exception says, or from the one node that the frame looked at which raised it."""
    from torch._dynamo.exc import BackendCompilerFailed

    if not isinstance(error, BackendCompilerFailed):
        return FailedNode()
    inner: BaseException = error.inner_exception
    said = str(inner)
    frames = _frames(inner.__traceback__ or error.__traceback__)
    raised_at = below_us(places_of(frames))
    found = _EXECUTING.search(said) or _LOWERED.search(said)
    target, stack = (found["target"] if found else ""), _told(said, found.end() if found else 0)
    if found is None and (node := _looked_at(frames)) is not None:
        target = target_of(node)
        stack = parse_stack(node.meta.get("stack_trace") or "")
    return FailedNode(type(inner).__name__, said, target.removeprefix("<built-in method ").strip(), stack, raised_at)


def places_of(frames: list[TracebackType]) -> Stack:
    """The frames as places."""
    import traceback

    return places(traceback.StackSummary.extract((frame.tb_frame, frame.tb_lineno) for frame in frames))


def target_of(node: Any) -> str:
    """What a node calls."""
    import torch

    return str(torch.fx.node._get_qualified_name(node.target)) if callable(node.target) else str(node.target)


def _frames(trace: TracebackType | None) -> list[TracebackType]:
    found = []
    while trace is not None:
        found.append(trace)
        trace = trace.tb_next
    return found


def _told(said: str, begin: int) -> Stack:
    """The traceback of the node in a message. Torch indents it in more than one way."""
    return parse_stack(_FRAME.sub("  ", said[begin:]))


def _looked_at(frames: list[TracebackType]) -> Any:
    """The node of the innermost frame that has a variable with just one."""
    import torch

    for frame in reversed(frames):
        nodes = {id(value): value for value in frame.tb_frame.f_locals.values() if type(value) is torch.fx.Node}
        calls = [node for node in nodes.values() if node.op.startswith("call_")]
        if len(calls) == 1:
            return calls[0]
        if nodes:
            return None
    return None
