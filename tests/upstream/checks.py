"""What has to be true after a session, whatever ran in it."""

from __future__ import annotations

import importlib
import inspect
import traceback
from typing import Any


def report_faults(session: Any) -> list[str]:
    """Build the report and the outputs of a session: exceptions, notes about lost signals, counts that disagree."""
    try:
        out = session.explain_output()
        faults = [f"note: {note}" for note in out.report.notes]
        if not str(out) or not out.to_json():
            faults.append("empty output")
    except BaseException:  # noqa: BLE001  also a SystemExit out of somebody's __repr__ is a finding
        return [traceback.format_exc()]
    return faults


def left_behind() -> list[str]:
    """What a session that is over has left in the process."""
    from dynexplain import hook
    from dynexplain.tracer import switchboard
    from dynexplain.tracer.session import TAPS

    found = []
    if switchboard.open_sessions() or switchboard.listener() is not None:
        found.append("a session is still open")
    found += [f"still tapped: {tap.target}" for tap in TAPS if _is_tapped(tap.target)]
    if hook.running():
        found.append("the frame hook still runs")
    # Where it is only installed, this call has made it take itself out.
    elif hook.current_evaluator() == hook.own_evaluator():
        found.append("the frame hook is still installed")
    return found


def _is_tapped(target: str) -> bool:
    module, _, path = target.partition(":")
    owner: Any = importlib.import_module(module)
    *owners, name = path.split(".")
    for part in owners:
        owner = getattr(owner, part)
    return hasattr(inspect.getattr_static(owner, name), "_dynexplain_original")
