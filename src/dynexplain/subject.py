"""What can be explained, and what to call it."""

from __future__ import annotations

import contextlib
import functools
import inspect
from types import CodeType
from typing import Any, Literal

from .errors import NotExplainableError
from .model.run import RunSubject


def check_callable(thing: Any) -> None:
    """Refuse what cannot be called, with a word on what was probably meant.

    Raises:
        NotExplainableError: It is not callable.
    """
    if callable(thing):
        return
    kind = type(thing).__name__
    advice = "Give it the function or module, then call the result with its arguments: `explain(f)(x)`."
    if kind in ("Tensor", "Parameter"):
        advice = "A tensor is a result. " + advice.replace("Give it", "Give `explain`")
    raise NotExplainableError(
        f"explain() needs something that can be called, and this is {_article(kind)} {kind}. {advice}"
    )


def _article(word: str) -> str:
    return "an" if word[:1].lower() in "aeiou" else "a"


def subject_of(thing: Any) -> RunSubject:
    """Name, kind and code object of an explained callable; wrappers of ``torch.compile`` are looked through.

    Never raises: what cannot be named is called by its class, and torch itself says what is wrong with it.
    """
    try:
        return _subject_of(thing)
    except Exception:  # noqa: BLE001  callables may have any attributes, or refuse to show them
        return RunSubject(type(thing).__name__, "callable", None)


def _subject_of(thing: Any) -> RunSubject:
    import torch

    from .tracer.engine import innermost

    thing = innermost(thing)
    while isinstance(thing, functools.partial):
        thing = thing.func
    kind: Literal["function", "method", "module", "class", "callable"]
    name: Any
    if isinstance(thing, torch.nn.Module):
        kind, name, function = "module", type(thing).__name__, type(thing).forward
    elif inspect.isclass(thing):
        kind, name, function = "class", thing.__name__, thing.__init__
    elif inspect.ismethod(thing):
        kind, name, function = "method", thing.__func__.__qualname__, thing.__func__
    elif inspect.isfunction(thing):
        kind, name, function = "function", thing.__qualname__, thing
    else:
        kind, name, function = "callable", getattr(thing, "__name__", None), type(thing).__call__
    # A function that names itself as what it wraps is what there is.
    with contextlib.suppress(ValueError):
        function = inspect.unwrap(function)
    code = getattr(function, "__code__", None)
    return RunSubject(
        name=(name if isinstance(name, str) else type(thing).__name__).rpartition("<locals>.")[2],
        kind=kind,
        code=code if isinstance(code, CodeType) else None,
    )
