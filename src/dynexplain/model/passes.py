"""A part of the report that cannot be made, by a fault of ours, costs that part and nothing else."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, TypeVar

from ..tracer.recorder import Recorder

_T = TypeVar("_T")


def made(recorder: Recorder, signal: str, make: Callable[[], _T], without: Any) -> _T:
    """What ``make`` makes, at the second go if the first one fails; else ``without``, and a note.

    Args:
        recorder: Whose notes tell of it.
        signal: What is missing then, in the reader's words.
        make: A pass.
        without: What the report has in its place.
    """
    try:
        return make()
    except Exception:  # noqa: BLE001  whatever it is, it is ours
        return _second(recorder, signal, make, without)


def _second(recorder: Recorder, signal: str, make: Callable[[], _T], without: Any) -> _T:
    try:
        return make()
    except Exception as error:  # noqa: BLE001  told in the report
        recorder.note_fault(signal, error)
        missing: _T = without
        return missing
