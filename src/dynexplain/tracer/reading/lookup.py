"""Whether an existing cache entry would serve another input: asked without running anything."""

from __future__ import annotations

import builtins
import contextlib
import inspect
from types import CodeType, ModuleType
from typing import Any

from ..engine import innermost
from ..records import CompileRecord, EntryFailure, GuardNames
from .failures import failures


class NoEntryError(LookupError):
    """There is no compiled entry that the question could be about; says why."""


_INSTALLED = ("__builtins_dict__", "__import_")
"""How names begin that Dynamo installs (torch/_dynamo/output_graph.py, ``install_builtins_dict_in_fglobals``)."""


def names_for_guards(scope: dict[str, Any]) -> GuardNames:
    """What Dynamo has put into the globals of a frame for its guards. Modules and builtins live on anyway."""
    values = {
        name: value
        for name, value in list(scope.items())
        if isinstance(name, str)
        and name.startswith(_INSTALLED)
        and (isinstance(value, ModuleType) or value is vars(builtins))
    }
    return GuardNames(scope, values)


class Entries:
    """The compiled entries of the explained function: their guards, and no graph, tensor or function.

    Args:
        code: The function's code.
        compiles: Every compilation that was seen.
    """

    def __init__(self, code: CodeType | None, compiles: list[CompileRecord]) -> None:
        self._code = code
        made = [record for record in compiles if record.code is code]
        self._newest_first = [
            (record.id, record.guard_manager) for record in reversed(made) if record.guard_manager is not None
        ]
        self._names = [record.guard_names for record in made if record.guard_names is not None]
        self._broken = {record.id for record in made if record.breaks}
        self._refused = any(record.refusal is not None for record in made)

    def __bool__(self) -> bool:
        """Whether there are any."""
        return bool(self._newest_first)

    def end_in_a_break(self, compile_id: str) -> bool:
        """Whether an entry runs the function to a graph break only."""
        return compile_id in self._broken

    @property
    def are_at_the_limit(self) -> bool:
        """Whether Dynamo would not make another one, and leave the function to Python."""
        from torch._dynamo import config

        return self._refused or len(self._newest_first) >= config.recompile_limit

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
        local = frame_locals(innermost(function), self._code, args, kwargs)
        with contextlib.ExitStack() as undo:
            for names in self._names:
                missing = {name: value for name, value in names.values.items() if name not in names.scope}
                names.scope.update(missing)
                undo.callback(_take_away, names.scope, missing)
            return failures(self._newest_first, local)


def _take_away(scope: dict[str, Any], names: dict[str, Any]) -> None:
    for name in names:
        scope.pop(name, None)


def frame_locals(function: Any, code: CodeType, args: tuple[Any, ...], kwargs: dict[str, Any]) -> dict[str, Any]:
    """The locals with which a frame of ``code`` would begin if ``function`` were called so."""
    import torch

    if code.co_name == "inner" and code.co_filename.endswith("external_utils.py"):
        return {"fn": function, "args": args, "kwargs": kwargs}
    owner: tuple[Any, ...] = ()
    if isinstance(function, torch.nn.Module) and getattr(type(function).__call__, "__code__", None) is not code:
        function = function.forward
    if inspect.ismethod(function):
        owner, function = (function.__self__,), function.__func__
    elif not hasattr(function, "__code__"):
        owner, function = (function,), type(function).__call__
    if getattr(function, "__code__", None) is not code:
        raise NoEntryError(f"the code that was compiled first, `{code.co_qualname}`, is not the function's own")
    bound = inspect.signature(function, follow_wrapped=False).bind(*owner, *args, **kwargs)
    bound.apply_defaults()
    found = dict(bound.arguments)
    for name, cell in zip(code.co_freevars, function.__closure__ or (), strict=True):
        # A variable that has no value yet has an empty cell, and the frame has no such local.
        with contextlib.suppress(ValueError):
            found[name] = cell.cell_contents
    return found
