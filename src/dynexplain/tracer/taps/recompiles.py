"""Tap for recompiles: why none of the existing entries served."""

from __future__ import annotations

import time
from typing import Any

from .. import switchboard
from ..reading.failures import failures_of
from ..records import RecompileRecord
from ..tap import Tap


def _before_reasons(cache_entries: Any, frame: Any, backend: Any, *args: Any, **kwargs: Any) -> Any:
    recorder = switchboard.listener()
    record = recorder.current if recorder is not None else None
    if recorder is None or record is None or frame.f_code is not record.code:
        return None
    record.recompile = RecompileRecord((), (), time.perf_counter_ns(), checked={})
    with recorder.shielded("recompiles"):
        record.recompile.dynamic = _sizes_are_variable()
    return recorder, record.recompile, cache_entries, frame


def _before_forbidden(cache_entries: Any, frame: Any, backend: Any, *args: Any, **kwargs: Any) -> Any:
    """Under the ``fail_on_recompile`` stance torch asks why nothing fits, without a conversion, and raises."""
    recorder = switchboard.listener()
    if recorder is None:
        return None
    record = RecompileRecord((), (), time.perf_counter_ns(), checked={})
    recorder.forbidden.append((frame.f_code, record))
    with recorder.shielded("recompiles"):
        record.dynamic = _sizes_are_variable()
    return recorder, record, cache_entries, frame


def _after_reasons(state: Any, reasons: Any, error: BaseException | None) -> Any:
    recorder, record, cache_entries, frame = state
    checked, record.checked = record.checked, None
    # Also after an exception: under `error_on_recompile` and the `fail_on_recompile` stance there is one.
    with recorder.shielded("recompiles"):
        entries = [(str(entry.compile_id), entry.guard_manager) for entry in cache_entries]
        record.failures = failures_of(entries, frame.f_locals, checked)
    if error is None:
        record.reasons = tuple(str(reason) for reason in reasons)
    return reasons


def _sizes_are_variable() -> bool | None:
    """Reads what ``set_enable_dynamic`` in torch/_dynamo/eval_frame.py makes of ``dynamic=``."""
    from torch._dynamo import config

    if not config.assume_static_by_default:
        return True
    return None if config.automatic_dynamic_shapes else False


def _before_check(self: Any, *args: Any, **kwargs: Any) -> Any:
    recorder = switchboard.listener()
    if recorder is None:
        return None
    record = recorder.current
    asked = record.recompile if record is not None else None
    if asked is None and recorder.forbidden:
        asked = recorder.forbidden[-1][1]
    return (asked.checked, id(self)) if asked is not None and asked.checked is not None else None


def _after_check(state: Any, info: Any, error: BaseException | None) -> Any:
    checked, key = state
    if error is None:
        checked[key] = info
    return info


TAPS = (
    Tap(
        "recompiles",
        "torch._dynamo.convert_frame:get_and_maybe_log_recompilation_reasons",
        ("cache_entries", "frame", "backend"),
        _before_reasons,
        _after_reasons,
    ),
    Tap(
        "recompiles that are forbidden",
        "torch._dynamo.guards:get_and_maybe_log_recompilation_reasons",
        ("cache_entries", "frame", "backend"),
        _before_forbidden,
        _after_reasons,
    ),
    Tap(
        "guards that failed", "torch._dynamo.guards:GuardManagerWrapper.check_verbose", (), _before_check, _after_check
    ),
)
