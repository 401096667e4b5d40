"""Stands in for the compiled part of the frame hook where that is missing: nothing is watched, and nothing breaks."""

from __future__ import annotations

import sys
import sysconfig
from collections.abc import Callable
from types import CodeType
from typing import Any

from dynexplain.errors import HookUnavailableError
from dynexplain.hook.records import RawColumns

reason = "it was not looked for"
"""Why the compiled part is not there, as the import told it."""


def start(limit: int, probe: Callable[[], object], returning: int, /) -> None:
    """Says why there is no hook."""
    if sysconfig.get_config_var("Py_GIL_DISABLED"):
        advice = "The frame hook does not support free-threaded Python. Use the Python with the GIL."
    elif sys.implementation.name != "cpython":
        advice = f"The frame hook needs CPython, and this is {sys.implementation.name}."
    else:
        advice = (
            "Install dynexplain with pip where there is a C compiler and CPython's headers (CPython 3.11 to 3.14): "
            "`pip install --force-reinstall --no-deps dynexplain`, with `-v` to see the compiler's messages."
        )
    raise HookUnavailableError(
        f"The compiled part of dynexplain is missing or does not fit this Python ({reason}). {advice} "
        "Without it everything but the timeline of the frames works."
    )


def stop() -> None:
    """Does nothing: nothing runs."""


def pause() -> None:
    """Does nothing: nothing is watched."""


def resume() -> None:
    """Does nothing: nothing is watched."""


def running() -> bool:
    """Nothing runs."""
    return False


def read(forget: bool, /) -> RawColumns:
    """There are no records."""
    return b"", b"", b"", b"", b"", b"", (), (), 0, 0


def read_since(start_ns: int, /) -> RawColumns:
    """There are no records."""
    return read(False)


def forget() -> None:
    """Does nothing: there are no records."""


def after_fork() -> None:
    """Does nothing."""


def set_standin(code: CodeType, other: CodeType, /) -> None:
    """Does nothing: nothing is recorded."""


def drop_standin(address: int, /) -> None:
    """Does nothing."""


def current_evaluator() -> int:
    """Not known without the compiled part; 0, as a frame evaluator is nowhere at address 0."""
    return 0


def own_evaluator() -> int:
    """There is none; see `current_evaluator`."""
    return 0


def extra(code: CodeType, index: int, /) -> int:
    """What is there cannot be seen."""
    return 0


def swap_extra(code: CodeType, other: CodeType, index: int, /) -> bool:
    """Cannot do it."""
    return False


def Around(
    original: Callable[..., Any],
    before: Callable[..., Any],
    after: Callable[[Any, Any, BaseException | None], Any] | None,
) -> Callable[..., Any]:
    """The same in Python: its frame is on the stack meanwhile, and off the traceback."""

    armed = True

    def disarm() -> None:
        nonlocal armed
        armed = False

    def around(*args: Any, **kwargs: Any) -> Any:
        state = before(*args, **kwargs) if armed else None
        try:
            result = original(*args, **kwargs)
        except BaseException as error:
            if state is not None and after is not None:
                after(state, None, error)
            trace = error.__traceback__
            # Not by assignment: the class of the exception is the user's. A bare ``raise`` does not put the frame back.
            BaseException.with_traceback(error, trace.tb_next if trace is not None else None)
            raise
        return result if state is None or after is None else after(state, result, None)

    around.disarm = disarm  # type: ignore[attr-defined]
    return around
