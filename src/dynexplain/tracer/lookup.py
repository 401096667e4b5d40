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


def ask(
    function: Any,
    entry_code: CodeType | None,
    compiles: list[CompileRecord],
    args: tuple[Any, ...],
    kwargs: dict[str, Any],
) -> tuple[EntryFailure, ...]:
    """Check the guards of every entry of the explained function against other arguments.

    Returns:
        One per entry, the newest first; an empty reason means that the entry serves.

    Raises:
        NoEntryError: Nothing was compiled, or what was compiled first is another function's frame.
        TypeError: The function does not take these arguments.
    """
    entries = [
        (record.id, record.guard_manager)
        for record in reversed(compiles)
        if record.code is entry_code and record.guard_manager is not None
    ]
    if not entries or entry_code is None:
        raise NoEntryError("nothing was compiled in that call")
    return failures(entries, frame_locals(innermost(function), entry_code, args, kwargs))


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
