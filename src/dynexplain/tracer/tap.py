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

_METHODS = (FunctionType, type(around(len, len)))
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


def _fitted(before: Callable[..., Any], target: inspect.Signature) -> Callable[..., Any]:
    """``before``, to be called as the target is: parameters that a later torch has moved, or added, do no harm."""
    own = inspect.signature(before).parameters.values()
    wanted = [parameter.name for parameter in own if parameter.kind is inspect.Parameter.POSITIONAL_OR_KEYWORD]
    names = list(target.parameters)
    takes_more = any(parameter.kind is inspect.Parameter.VAR_POSITIONAL for parameter in own)
    only_named = any(one.kind is one.KEYWORD_ONLY for one in target.parameters.values())
    if names[: len(wanted)] == wanted and ((takes_more and not only_named) or len(names) == len(wanted)):
        return before

    def fitted(*args: Any, **kwargs: Any) -> Any:
        given = target.bind(*args, **kwargs).arguments
        return before(**{name: given[name] for name in wanted if name in given})

    return fitted if wanted else before


@dataclass
class Tap:
    """Replaces ``module:Owner.name`` by one that tells two listeners, of which an error costs the signal and no more.

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
    pausing: bool = False
    """Whether frames that run meanwhile are not to be recorded."""
    signature: inspect.Signature | None = field(default=None, repr=False)
    """Of torch's own function, once that was seen."""
    _owner: Any = field(default=None, repr=False)
    _original: Any = field(default=None, repr=False)
    _replacement: Any = field(default=None, repr=False)

    @property
    def _name(self) -> str:
        return self.target.rpartition(":")[2].rpartition(".")[2]

    def install(self, fault: Callable[[str, Exception], object] | None = None) -> str:
        """Put the replacement in place.

        Args:
            fault: Told, with the signal, of an error in a listener; see :func:`dynexplain.hook.around`.

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
        # On a class ours becomes a method, as functions do. What is something else there would be called otherwise.
        if not callable(original) or (inspect.isclass(owner) and not isinstance(original, _METHODS)):
            return f"{self.target} of this torch is a {type(original).__name__}"
        missing = [need for need in self.needs if need not in signature.parameters]
        if not missing:
            self.signature = signature
        # Somebody's wrapper that passes on whatever it is given, around a function that is known.
        elif self.signature is None or not _takes_anything(original, signature):
            return f"{self.target} of this torch has no parameter {', '.join(missing)}"
        before = _fitted(self.before, self.signature or signature)
        told = functools.partial(fault, self.signal) if fault is not None else None
        replacement = around(original, before, self.after, fault=told, pausing=self.pausing)
        functools.update_wrapper(replacement, original)
        setattr(replacement, _MARK, original)
        self._owner, self._original, self._replacement = owner, original, replacement
        try:
            setattr(owner, self._name, replacement)
        except (AttributeError, TypeError) as error:
            return f"{self.target} cannot be observed in this torch ({error})"
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
