"""Whether an existing cache entry would serve another input: asked without running anything."""

from __future__ import annotations

import inspect
from types import CodeType
from typing import Any

from .engine import innermost
from .recompiles import failures
from .records import CompileRecord, EntryFailure


class NoEntryError(LookupError):
    """There is no compiled entry that the question could be about; says why."""


class Entries:
    """The compiled entries of the explained function: their guards, and no graph, tensor or function.

    Args:
        code: The function's code.
        compiles: Every compilation that was seen.
    """

    def __init__(self, code: CodeType | None, compiles: list[CompileRecord]) -> None:
        self._code = code
        self._newest_first = [
            (record.id, record.guard_manager)
            for record in reversed(compiles)
            if record.code is code and record.guard_manager is not None
        ]

    def __bool__(self) -> bool:
        """Whether there are any."""
        return bool(self._newest_first)

    def ask(self, function: Any, args: tuple[Any, ...], kwargs: dict[str, Any]) -> tuple[EntryFailure, ...]:
        """Check the guards of every entry against other arguments.

        Returns:
            One per entry, the newest first; an empty reason means that the entry serves.

        Raises:
            NoEntryError: Nothing was compiled, or what was compiled first is another function's frame.
            TypeError: The function does not take these arguments.
        """
        if not self._newest_first or self._code is None:
            raise NoEntryError("nothing was compiled in that call")
        return failures(self._newest_first, frame_locals(innermost(function), self._code, args, kwargs))


def frame_locals(function: Any, code: CodeType, args: tuple[Any, ...], kwargs: dict[str, Any]) -> dict[str, Any]:
    """The locals with which a frame of ``code`` would begin if ``function`` were called so."""
    import torch

    if code.co_name == "inner" and code.co_filename.endswith("external_utils.py"):
        return {"fn": function, "args": args, "kwargs": kwargs}
    if isinstance(function, torch.nn.Module):
        function = function.forward
    owner: tuple[Any, ...] = ()
    if inspect.ismethod(function):
        owner, function = (function.__self__,), function.__func__
    elif not hasattr(function, "__code__"):
        owner, function = (function,), type(function).__call__
    if getattr(function, "__code__", None) is not code:
        raise NoEntryError(f"what was compiled first is `{code.co_qualname}`, which the explained function calls")
    bound = inspect.signature(function, follow_wrapped=False).bind(*owner, *args, **kwargs)
    bound.apply_defaults()
    found = dict(bound.arguments)
    for name, cell in zip(code.co_freevars, function.__closure__ or (), strict=True):
        found[name] = cell.cell_contents
    return found
