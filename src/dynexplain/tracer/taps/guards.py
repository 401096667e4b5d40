"""Tap for the guards that Dynamo installed, with the code that asked for them."""

from __future__ import annotations

from typing import Any

from .. import switchboard
from ..reading.stacks import places
from ..records import GuardOrigin
from ..tap import Tap


def _before_check_functions(self: Any, f_code: Any, output_graph: Any, *args: Any, **kwargs: Any) -> Any:
    recorder = switchboard.listener()
    record = recorder.current if recorder is not None else None
    if recorder is None or record is None:
        return None
    return recorder, record, list(output_graph.guards) if hasattr(output_graph, "guards") else []


def _after_check_functions(state: Any, result: None, error: BaseException | None) -> None:
    recorder, record, guards = state
    if error is None:
        with recorder.shielded("guard origins"):
            record.guard_count = len(guards)
            record.guard_origins = tuple(_origin(guard) for guard in guards)


def _origin(guard: Any) -> GuardOrigin:
    return GuardOrigin(
        name=str(guard.name() if callable(guard.name) else guard.name),
        kinds=tuple(guard.guard_types or ()),
        code=tuple(str(code) for code in guard.code_list or ()),
        stack=places(guard.user_stack),
    )


TAPS = (
    Tap(
        "guard origins",
        "torch._dynamo.guards:CheckFunctionManager.__init__",
        ("f_code", "output_graph"),
        _before_check_functions,
        _after_check_functions,
    ),
)
