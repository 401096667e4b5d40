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


def stand_in(code: CodeType, /) -> CodeType:
    """A copy, though nothing is recorded as it."""
    return code.replace()


def original(code: CodeType, /) -> CodeType:
    """Nothing stands for anything."""
    return code


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


def is_taken(fault: Callable[[Exception], object] | None, error: Exception) -> bool:
    """Tell of an error of ours; whether it ends here."""
    try:
        return fault is None or fault(error) is not False
    except Exception:  # noqa: BLE001  to tell of it failed, too
        return True


class Shield:
    """As in C, but for what can happen between its lines."""

    def __init__(self, fault: Callable[[Exception], object] | None) -> None:
        self._fault = fault

    def __enter__(self) -> None:
        """Nothing to do."""

    def __exit__(self, kind: Any, error: BaseException | None, trace: Any, /) -> bool:
        """Take an error of ours away."""
        return isinstance(error, Exception) and is_taken(self._fault, error)


class Block:
    """As in C, but for what can happen between its lines."""

    target: tuple[Callable[..., Any], tuple[Any, ...], dict[str, Any]] | None = None
    entered = 0

    def _step(self, name: str, *args: Any) -> bool:
        try:
            getattr(self, name)(*args)
        except Exception as error:
            if not is_taken(getattr(self, "_fault", None), error):
                raise
            return False
        return True

    def __enter__(self) -> Any:
        """Open it."""
        self.entered += 1
        try:
            self._step("_enter")
        except BaseException:
            self.__exit__(None, None, None)
            raise
        return self

    def __exit__(self, kind: Any, error: BaseException | None, trace: Any, /) -> None:
        """Close it; harmless when it is not open."""
        if self.entered == 0:
            return
        self.entered -= 1
        if self.entered == 0:
            self.target = None
        is_done = False
        try:
            is_done = self._step("_leave", error)
        finally:
            if not is_done:
                self._step("_leave", error)

    def watch(self, limit: int, probe: Callable[[], object], returning: int, /) -> bool:
        """Says why there is no hook."""
        start(limit, probe, returning)
        return False


def Around(
    original: Callable[..., Any],
    before: Callable[..., Any],
    after: Callable[[Any, Any, BaseException | None], Any] | None,
    fault: Callable[[Exception], object] | None = None,
    pausing: bool = False,
    quiet: Callable[[Any], Any] | None = None,
) -> Callable[..., Any]:
    """The same in Python: its frame is on the stack meanwhile, and off the traceback."""

    armed = True

    def disarm() -> None:
        nonlocal armed
        armed = False

    def begun(args: Any, kwargs: Any) -> Any:
        try:
            state = before(*args, **kwargs) if armed else None
        except Exception as error:
            if not is_taken(fault, error):
                raise
            return None
        if isinstance(state, Block):
            state.__enter__()
        return state

    def ended(state: Any, result: Any, error: BaseException | None) -> Any:
        if isinstance(state, Block):
            state.__exit__(None, error, None)
        for _ in range(2 if isinstance(state, Block) else 1):
            if state is None or after is None:
                return result
            try:
                return after(state, result, error)
            except Exception as failure:
                if not is_taken(fault, failure):
                    raise
        return result

    def around(*args: Any, **kwargs: Any) -> Any:
        prior = quiet(None) if quiet is not None else None
        state = None
        try:
            state = begun(args, kwargs)
            target = state.target if isinstance(state, Block) else None
            result = original(*args, **kwargs) if target is None else target[0](*target[1], **target[2])
        except BaseException as error:
            ended(state, None, error)
            trace = error.__traceback__
            # Not by assignment: the class of the exception is the user's. A bare ``raise`` does not put the frame back.
            BaseException.with_traceback(error, trace.tb_next if trace is not None else None)
            raise
        else:
            return ended(state, result, None)
        finally:
            if quiet is not None:
                quiet(prior)

    around.disarm = disarm  # type: ignore[attr-defined]
    return around
