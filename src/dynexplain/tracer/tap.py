"""A tap: one private name of torch, replaced while a session is open and put back after it.

Private names move between releases of torch. Each tap checks its target when it is installed; a target that is gone
or has other parameters costs that one signal, which the report names, and nothing else.
"""

from __future__ import annotations

import functools
import importlib
import inspect
from collections.abc import Callable
from dataclasses import dataclass, field
from types import FunctionType
from typing import Any

from ..hook import around

_MARK = "_dynexplain_original"
"""On every replacement: what it replaces. One that an interrupt left behind is recognised by it."""


@functools.lru_cache(maxsize=64)
def _signature_of(function: Callable[..., Any]) -> inspect.Signature:
    """Kept, since taps are installed anew for every explained call and this takes most of that time."""
    return inspect.signature(function)


def _takes_anything(function: Any, signature: inspect.Signature) -> bool:
    kinds = {parameter.kind for parameter in signature.parameters.values()}
    anything = {inspect.Parameter.VAR_POSITIONAL, inspect.Parameter.VAR_KEYWORD}
    return isinstance(function, FunctionType) and anything <= kinds


@dataclass
class Tap:
    """Replaces ``module:Owner.name`` by ``wrap(original)``.

    Args:
        signal: What is lost without it, in the reader's words: "graph breaks".
        target: ``package.module:name`` or ``package.module:Class.name``.
        needs: Parameter names that the target must have.
        before: Told of every call, with its arguments, before it happens. Returns a state, or None: then ``after`` is
            not called. It must do nothing while no recorder listens.
        after: Told how the call ended: ``after(state, result, None)``, which returns the result to return, or
            ``after(state, None, error)``. The original is called exactly once, and its exceptions go on.
    """

    signal: str
    target: str
    needs: tuple[str, ...]
    before: Callable[..., Any]
    after: Callable[[Any, Any, BaseException | None], Any] | None = None
    signature: inspect.Signature | None = field(default=None, repr=False)
    """Of torch's own function, once that was seen."""
    _owner: Any = field(default=None, repr=False)
    _original: Any = field(default=None, repr=False)
    _replacement: Any = field(default=None, repr=False)

    @property
    def _name(self) -> str:
        return self.target.rpartition(":")[2].rpartition(".")[2]

    def install(self) -> str:
        """Put the replacement in place.

        Returns:
            The empty string, or why the target cannot be tapped.
        """
        self.remove()
        module_name, _, path = self.target.partition(":")
        try:
            owner: Any = importlib.import_module(module_name)
            for part in path.split(".")[:-1]:
                owner = getattr(owner, part)
            found = inspect.getattr_static(owner, self._name)
            original = getattr(found, _MARK, found)
            signature = _signature_of(original)
        except (ImportError, AttributeError, TypeError, ValueError) as error:
            return f"{self.target} cannot be observed in this torch ({error})"
        missing = [need for need in self.needs if need not in signature.parameters]
        if not missing:
            self.signature = signature
        # Somebody's wrapper that passes on whatever it is given, around a function that is known.
        elif self.signature is None or not _takes_anything(original, signature):
            return f"{self.target} of this torch has no parameter {', '.join(missing)}"
        replacement = functools.update_wrapper(around(original, self.before, self.after), original)
        setattr(replacement, _MARK, original)
        self._owner, self._original, self._replacement = owner, original, replacement
        setattr(owner, self._name, replacement)
        return ""

    def remove(self) -> None:
        """Put the original back, unless somebody has replaced our replacement: then theirs stays.

        A replacement that stays, or that somebody holds, only passes calls on: the next session makes its own.
        """
        if self._replacement is not None:
            self._replacement.disarm()
        if self._owner is not None and vars(self._owner).get(self._name) is self._replacement:
            setattr(self._owner, self._name, self._original)
        self._owner = self._original = self._replacement = None
