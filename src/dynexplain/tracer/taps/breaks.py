"""Taps for graph breaks, counted in two independent ways.

First: ``log_graph_break`` is called once for every break, resumed or not. Second: ``compile_subgraph`` is told whether
the code it emits ends in a break. The model compares the two.
"""

from __future__ import annotations

import time
from typing import Any

from .. import switchboard
from ..reading.stacks import below_us, places
from ..recorder import Recorder
from ..records import BreakRecord, CompileRecord, Stack
from ..tap import Tap

_SOFT = ("Unsupported", "UserError", "UncapturedHigherOrderOpError", "TorchRuntimeError")
"""Exceptions of torch/_dynamo/exc.py that mean "this code cannot be captured", not "something is broken".

The last two are raised to the user with ``fullgraph=False`` too."""


def _before_log(self: Any, code_options: Any, reason: str = "", exc: Any = None, *args: Any, **kwargs: Any) -> None:
    recorder = switchboard.listener()
    record = recorder.current if recorder is not None else None
    if recorder is not None and record is not None and not getattr(exc, "logged", False):
        with recorder.shielded("graph breaks"):
            stack = places(getattr(exc, "real_stack", None)) or places([self.frame_summary()])
            record.breaks.append(_break(exc, reason, stack))


def _break(error: BaseException | None, reason: str, stack: Stack) -> BreakRecord:
    return BreakRecord(
        kind=getattr(error, "gb_type", None) or type(error).__name__,
        message=_message(error),
        logged_as=reason,
        stack=stack,
        above=_stack_above(),
        time_ns=time.perf_counter_ns(),
    )


def _message(error: BaseException | None) -> str:
    text = str(getattr(error, "msg", error))
    operator = getattr(error, "_hop_name", "")
    if not operator:
        return text
    # Torch writes the operator into the text only where it shows it (``augment_exc_message_with_hop_name``).
    head, explanation, rest = text.partition("\n  Explanation:")
    return f"{head}\n  Higher Order Operator: {operator}{explanation}{rest}"


def _stack_above() -> Stack:
    from torch._dynamo.exc import get_stack_above_dynamo

    return below_us(places(get_stack_above_dynamo()))


def unlogged_break(recorder: Recorder, record: CompileRecord, error: BaseException) -> None:
    """A break that is raised (``fullgraph=True``) is not logged: write it down when it leaves the conversion."""
    record.error_stack = places(getattr(error, "real_stack", None))
    if record.breaks or record.refusal is not None:
        return
    if any(kind.__name__ in _SOFT for kind in type(error).__mro__):
        record.breaks.append(_break(error, "", record.error_stack))


def _before_subgraph(self: Any, tx: Any, reason: Any, *args: Any, **kwargs: Any) -> None:
    recorder = switchboard.listener()
    record = recorder.current if recorder is not None else None
    if record is not None:
        record.ended_in_break = bool(getattr(reason, "graph_break", False))


TAPS = (
    Tap(
        "graph breaks",
        "torch._dynamo.symbolic_convert:InstructionTranslatorBase.log_graph_break",
        ("code_options", "reason", "exc"),
        _before_log,
    ),
    Tap(
        "second count of graph breaks",
        "torch._dynamo.output_graph:OutputGraph.compile_subgraph",
        ("tx", "reason"),
        _before_subgraph,
    ),
)
