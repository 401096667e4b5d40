"""Why an entry does not serve: the guard that fails, and the values that it saw and was made for."""

from __future__ import annotations

import re
from collections.abc import Iterable
from typing import Any

from ..records import Difference, EntryFailure
from .differences import differences
from .resolve import UnresolvedError, resolve
from .stacks import places
from .values import enum_members, of_class, shown


def failures(entries: Iterable[tuple[str, Any]], f_locals: Any) -> tuple[EntryFailure, ...]:
    """Check the guards of some cache entries, without running anything but the guards.

    Args:
        entries: (compile id, guard manager) of each.
        f_locals: The locals of the frame that asks.

    Returns:
        One per entry; an empty reason means that the entry serves.
    """
    entries = list(entries)
    checked = {id(manager): manager.check_verbose(f_locals) for _, manager in entries if not _is_deleted(manager)}
    return failures_of(entries, f_locals, checked)


def _is_deleted(manager: Any) -> bool:
    # torch/_dynamo/guards.py puts a DeletedGuardManagerWrapper in place when a guarded object died.
    return not hasattr(manager, "check_verbose") or getattr(manager, "root", None) is None


def failures_of(entries: Iterable[tuple[str, Any]], f_locals: Any, checked: dict[int, Any]) -> tuple[EntryFailure, ...]:
    """``checked``: what a check of each manager said. None is checked again: guards may run the user's ``==``."""
    found = []
    known: dict[str, Any] = {}
    for compile_id, manager in entries:
        if _is_deleted(manager):
            reason = str(getattr(manager, "invalidation_reason", "the entry is no longer valid"))
            found.append(EntryFailure(compile_id, reason, 0, (), differences=(Difference(reason),)))
            continue
        info = checked.get(id(manager))
        if info is None:
            continue
        parts = [str(part) for part in info.verbose_code_parts]
        scope = {"L": f_locals, "G": manager.global_scope["G"], **manager.closure_vars}
        reason = "" if info.result else _failing_part(parts, manager.global_scope, scope)
        actual, expected = _values(reason, scope)
        found.append(
            EntryFailure(
                compile_id=compile_id,
                reason=reason,
                executed=int(info.num_guards_executed),
                user_stack=places(getattr(info, "user_stack", None)),
                actual=actual,
                expected=expected,
                differences=_all(Difference(reason, actual, expected), manager, scope, known) if reason else (),
            )
        )
    return tuple(found)


_ACTUAL = re.compile(r",? actual .*|  # .*", re.DOTALL)


def _all(first: Difference, manager: Any, scope: dict[str, Any], known: dict[str, Any]) -> tuple[Difference, ...]:
    """What torch has named, and what else differs: each once."""
    found: dict[str, Difference] = {}
    for reason, actual, expected in differences(manager, scope, known):
        if not actual and not expected:
            actual, expected = _values(reason, scope)
        found.setdefault(_key(reason), Difference(reason, actual, expected))
    if first.reason.startswith("GLOBAL_STATE changed:") and any(key.startswith("GLOBAL_STATE") for key in found):
        return tuple(found.values())
    # Torch's own words for it, and first.
    found.pop(_key(first.reason), None)
    return first, *found.values()


def _key(reason: str) -> str:
    """What a reason is about: the values in it may be written in two ways."""
    return re.sub(r"( mismatch(?: at index \d+)?)\. .*|(?<=to be a tensor type).*", r"\1", _ACTUAL.sub("", reason))


def _failing_part(parts: list[str], global_scope: dict[str, Any], scope: dict[str, Any]) -> str:
    """The expression that is false.

    Symbolic shape guards are one guard with many parts; each is tried in the scope that Dynamo itself uses for it
    (``get_guard_fail_reason_helper`` in torch/_dynamo/guards.py).
    """
    if len(parts) <= 1:
        return parts[0] if parts else ""
    for part in parts:
        try:
            holds = eval(part, global_scope, scope)
        except Exception:  # noqa: BLE001  an expression that cannot be evaluated is not the one that was false
            continue
        if not holds:
            return part
    return parts[0]


_VALUES = (
    re.compile(r"^___check_(?P<what>obj|type)_id\((?P<value>.+), (?P<id>\d+)\)"),
    re.compile(r"^expected (?P<what>type) of '(?P<value>.+)' to be a tensor type"),
    re.compile(r"^(?P<what>not) (?P<value>[LG]\[\S+)$"),
    re.compile(r"^\(type\((?P<value>[LG]\[.+?)\) is "),
    re.compile(r"^-?\d+ <= (?P<value>[LG]\[\S+)(?: <= -?\d+)?$"),
    re.compile(r"^(?P<value>.+?) (?:==|!=|<=|>=|<|>|is) "),
)
"""Where the value stands in what torch says of a guard."""
_GRAD_MODE = re.compile(r"^GLOBAL_STATE changed: grad_mode\s*$")


def _values(reason: str, scope: dict[str, Any]) -> tuple[str, str]:
    """The value that a failed guard saw, and the one it was made for where torch tells only an id.

    Only values that show themselves without running the user's code.
    """
    if _GRAD_MODE.match(reason):
        import torch

        return "on" if torch.is_grad_enabled() else "off", ""
    code = reason.partition("  # ")[0].strip()
    match = next((found for pattern in _VALUES if (found := pattern.match(code))), None)
    if match is None:
        return "", ""
    try:
        value = resolve(match["value"], scope)
    except UnresolvedError:
        return "", ""
    what = match.groupdict().get("what")
    if what == "obj" and (members := enum_members(value)):
        return members.get(id(value), ""), members.get(int(match["id"]), "")
    return _actual(what, value), ""


def _actual(what: str | None, value: Any) -> str:
    if what == "type":
        return of_class(value)
    if what == "not":
        return str(len(value)) if type(value) in (list, tuple, dict, set, frozenset) else ""
    if what == "obj" and value is not None:
        return f"the class {value.__name__}" if type(value) is type else f"another {type(value).__name__}"
    return shown(value) or of_class(value)
