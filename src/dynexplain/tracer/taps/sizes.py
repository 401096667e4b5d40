"""Tap for automatic dynamic shapes: what Dynamo remembers of a size or number, each time it looks one up."""

from __future__ import annotations

from typing import Any

from .. import switchboard
from ..records import RememberedRecord
from ..tap import Tap


def _before_update(tx: Any, name: str, entry: Any, *args: Any, **kwargs: Any) -> Any:
    recorder = switchboard.listener()
    record = recorder.current if recorder is not None else None
    if recorder is None or record is None:
        return None
    with recorder.shielded(_SIGNAL):
        recorder.history.enter()
    # Dynamo merges into its own entry, and leaves this one as it is.
    return recorder, recorder.history, record, tx.f_code, name, entry


def _after_update(state: Any, known: Any, error: BaseException | None) -> Any:
    recorder, history, record, code, name, entry = state
    history.leave()
    if error is None:
        with recorder.shielded(_SIGNAL):
            varied = history.from_before(code, name, entry, known)
            if varied is not None:
                recorder.remembered.append(RememberedRecord(record.code, varied.name, varied.dimensions))
    return known


def _before_logging(f_code: Any, *args: Any, **kwargs: Any) -> Any:
    # Dynamo lists what is variable in a function, and makes an empty memory of one that it does not know.
    recorder = switchboard.listener()
    if recorder is None:
        return None
    with recorder.shielded(_SIGNAL):
        recorder.history.enter()
    return recorder.history


def _after_logging(history: Any, result: None, error: BaseException | None) -> None:
    history.leave()


_SIGNAL = "sizes that varied before"
TAPS = (
    Tap(
        _SIGNAL,
        "torch._dynamo.pgo:update_automatic_dynamic",
        ("tx", "name", "entry"),
        _before_update,
        _after_update,
    ),
    Tap(
        "log of sizes that varied",
        "torch._dynamo.convert_frame:log_frame_dynamic_whitelist",
        ("f_code",),
        _before_logging,
        _after_logging,
    ),
)
