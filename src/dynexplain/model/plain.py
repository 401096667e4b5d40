"""The strings of a report: all of them, and a report with others in their place."""

from __future__ import annotations

import functools
from collections.abc import Callable
from typing import Any, Literal, TypeVar, get_args, get_origin

import msgspec
from msgspec import Struct
from msgspec.structs import fields, replace

from .report import Report

_T = TypeVar("_T")


def encoded(report: _T, errors: str = "backslashreplace") -> tuple[_T, bytes]:
    """The report and its JSON: the report itself, or one with its lone surrogates spelt out (``\\udc80``).

    Python strings may hold halves of surrogate pairs, which no encoding takes. Python puts them into the names of files
    whose bytes it cannot read (``surrogateescape``). With ``errors="replace"`` each becomes one "?".
    """
    try:
        return report, msgspec.json.encode(report)
    except UnicodeEncodeError:
        writable = mapped(report, lambda text: text.encode("utf-8", errors).decode())
        return writable, msgspec.json.encode(writable)


def mapped(value: _T, change: Callable[[Any], Any], kind: type = str) -> _T:
    """A part of a report, or all of it, with what is of this kind changed.

    Args:
        value: Any value of a report.
        change: What to put in place of one.
        kind: ``str`` for all free text (not the strings that say a kind), or a class of the report's.
    """
    return _mapped(value, change, kind)  # type: ignore[no-any-return]  # the class of what came in


def found(report: Report, kind: type[_T]) -> list[_T]:
    """Everything in a report that is of this kind, as in :func:`mapped`; some of it more than once."""
    all_of_it: list[_T] = []

    def keep(one: _T) -> _T:
        all_of_it.append(one)
        return one

    mapped(report, keep, kind)
    return all_of_it


def _mapped(value: Any, change: Callable[[Any], Any], kind: type) -> Any:
    if isinstance(value, kind):
        return change(value)
    if isinstance(value, Struct):
        before = {name: getattr(value, name) for name in _on_the_way(type(value), kind)}
        after = {name: _mapped(item, change, kind) for name, item in before.items()}
        changed = {name: item for name, item in after.items() if item is not before[name]}
        return replace(value, **changed) if changed else value
    if isinstance(value, dict):
        return {_mapped(key, change, kind): _mapped(item, change, kind) for key, item in value.items()}
    if isinstance(value, tuple):
        items = tuple(_mapped(item, change, kind) for item in value)
        return items if any(new is not old for new, old in zip(items, value, strict=True)) else value
    return value


@functools.cache
def _on_the_way(struct: type[Struct], kind: type) -> tuple[str, ...]:
    """The fields of a struct that hold something of the kind, themselves or further in."""
    return tuple(field.name for field in fields(struct) if _holds(field.type, kind))


@functools.cache
def _holds(declared: Any, kind: type) -> bool:
    if get_origin(declared) is Literal:
        return False
    if declared is kind:
        return True
    if isinstance(declared, type) and issubclass(declared, Struct):
        return bool(_on_the_way(declared, kind))
    return any(_holds(part, kind) for part in get_args(declared))
