"""Tap for automatic dynamic shapes: what Dynamo remembers of a size or number, each time it looks one up."""

from __future__ import annotations

from typing import Any

from ...hook import Block
from .. import switchboard
from ..recorder import Recorder
from ..records import RememberedRecord
from ..signals import is_from_handler
from ..tap import Tap


class _Looking(Block):  # type: ignore[misc]  # a class of the compiled part, or of what stands for it
    """While Dynamo looks something up in its memory of sizes: it sees the session's own, whatever else happens."""

    def __init__(self, recorder: Recorder, about: tuple[Any, ...] = ()) -> None:
        self.recorder = recorder
        self.about = about

    def _enter(self) -> None:
        self.recorder.history.enter()

    def _leave(self, error: BaseException | None) -> None:
        self.recorder.history.leave()

    def _fault(self, error: Exception) -> bool:
        if is_from_handler(error):
            return False
        self.recorder.note_fault(_SIGNAL, error)
        return True


def _before_update(tx: Any, name: str, entry: Any, *args: Any, **kwargs: Any) -> Any:
    recorder = switchboard.listener()
    record = recorder.current if recorder is not None else None
    if recorder is None or record is None:
        return None
    # Dynamo merges into its own entry, and leaves this one as it is.
    return _Looking(recorder, (record, tx.f_code, name, entry))


def _after_update(state: Any, known: Any, error: BaseException | None) -> Any:
    recorder, history = state.recorder, state.recorder.history
    record, code, name, entry = state.about
    if error is None:
        with recorder.shielded(_SIGNAL):
            varied = history.from_before(code, name, entry, known)
            if varied is not None:
                recorder.remembered.append(RememberedRecord(record.code, varied.name, varied.dimensions))
    return known


def _before_logging(f_code: Any, *args: Any, **kwargs: Any) -> Any:
    # Dynamo lists what is variable in a function, and makes an empty memory of one that it does not know.
    recorder = switchboard.listener()
    return _Looking(recorder) if recorder is not None else None


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
    ),
)
