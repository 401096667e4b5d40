"""Everything in which a call differs from what an entry was compiled for, property by property.

Dynamo stops at the first guard that fails, one guard for all of a tensor or of torch's global state. This reads what
each guard was made for and compares it itself. Only values that can be had without running the user's code.
"""

from __future__ import annotations

import ast
import json
import re
from collections.abc import Iterator
from typing import Any

from .guard_tree import walk
from .resolve import UnresolvedError, resolve

_MOST = 20_000
"""Guards of one entry that are looked at."""
_TENSOR = re.compile(
    r"^check_tensor\((?P<source>.+), (?P<class>\w+), (?P<keys>DispatchKeySet\([^)]*\)), torch\.(?P<dtype>\w+), "
    r"device=(?P<device>\w+), requires_grad=(?P<grad>True|False), size=\[(?P<size>[^\]]*)\], "
    r"stride=\[(?P<stride>[^\]]*)\]"
)
_STATE = re.compile(r"___check_global_state\(\) against (\{.*\})")
_OF_A_KIND = ("TYPE_MATCH", "ID_MATCH", "NONE_MATCH", "NOT_NONE", "TRUE_MATCH", "FALSE_MATCH")
_OF_A_VALUE = ("EQUALS_MATCH", "LENGTH_CHECK", "DICT_LENGTH", "DICT_CONTAINS")
_OF_THE_STATE = ("DEFAULT_DEVICE", "TORCH_FUNCTION_MODE_STACK", "DUAL_LEVEL_MATCH")
_WHOLE = {"TYPE_MATCH", "ID_MATCH", "NONE_MATCH", "NOT_NONE", "LENGTH_CHECK", "DICT_LENGTH", "TENSOR_MATCH"}
"""Where one of these fails, what is inside of the value is another thing's, and is not compared."""
_SYMBOL = re.compile(r"[LG]\[[^\s()]*?(?:\.(?:size|stride)\(\)\[\d+\]|(?=[\s()+*/<>=!-]|$))")
_DTYPES = {5: "float16", 6: "float32", 7: "float64", 15: "bfloat16"}
"""Of torch's ``ScalarType``, which the global state is written in (c10/core/ScalarType.h)."""

Raw = tuple[str, str, str]
"""What torch says, or would say, of a guard that fails; the value, and the one that it was made for, if not in it."""


def differences(manager: Any, scope: dict[str, Any], known: dict[str, Any]) -> Iterator[Raw]:
    """Go through the guards of an entry.

    Args:
        manager: The guard manager of an entry.
        scope: ``L`` and ``G`` as Dynamo evaluates guards in.
        known: Values found before in this scope, by their source; more are added.
    """
    other: set[int] = set()
    left = _MOST
    for index, (node, parent, leaves) in enumerate(walk(manager.root)):
        left -= len(leaves)
        if left < 0:
            return
        if parent in other:
            other.add(index)
            continue
        value = _value(str(node.get_source()), scope, known) if parent >= 0 else None
        for leaf in leaves:
            kind = type(leaf).__name__
            found = list(_of_leaf(leaf, kind, value, manager.global_scope, scope, known))
            yield from found
            if found and parent >= 0 and kind in _WHOLE:
                other.add(index)
                break


def _value(source: str, scope: dict[str, Any], known: dict[str, Any]) -> Any:
    if source not in known:
        try:
            known[source] = resolve(source, scope)
        except UnresolvedError:
            known[source] = UnresolvedError
    return known[source]


def _of_leaf(
    leaf: Any, kind: str, value: Any, functions: dict[str, Any], scope: dict[str, Any], known: dict[str, Any]
) -> Iterator[Raw]:
    parts = [str(part) for part in leaf.verbose_code_parts()]
    if not parts:
        return
    if kind == "GLOBAL_STATE":
        yield from _of_state(leaf, parts[0])
    elif kind in _OF_THE_STATE:
        if not leaf(None):
            yield parts[0], "", ""
    elif kind in ("SYMBOLIC_SHAPE_GUARD", "LAMBDA_GUARD"):
        for part in parts:
            if _is_false(part.partition("  # ")[0].strip(), functions, scope, known):
                yield part, "", ""
    elif value is UnresolvedError:
        return
    elif kind == "TENSOR_MATCH":
        yield from _of_tensor(parts[0], value)
    elif (kind in _OF_A_KIND or (kind in _OF_A_VALUE and _is_plain(value))) and not leaf(value):
        yield parts[0], "", ""


def _is_plain(value: Any) -> bool:
    """Whether ``==`` and ``len`` of it are Python's own."""
    if type(value) in (list, tuple):
        return all(_is_plain(item) or not isinstance(item, tuple | list) for item in value)
    import torch

    kinds = (bool, int, float, complex, str, bytes, dict, set, frozenset, range, slice, type(None))
    return type(value) in (*kinds, torch.dtype, torch.device, torch.layout, torch.memory_format, torch.Size)


def _of_tensor(part: str, value: Any) -> Iterator[Raw]:
    made_for = _TENSOR.match(part)
    if made_for is None:
        return
    import torch

    source, kind = made_for["source"], type(value)
    if kind.__name__ != made_for["class"]:
        name = f"{kind.__module__}.{kind.__qualname__}" if kind.__module__ != "builtins" else kind.__qualname__
        yield f"expected type of '{source}' to be a tensor type,  but found <class '{name}'>", "", ""
        return
    if kind not in (torch.Tensor, torch.nn.Parameter):
        # A class of the user's may have a say in what its size is.
        return
    with torch._C.DisableTorchFunction():
        now = _properties(value)
    expected = {name: made_for[name] for name in ("keys", "dtype", "device", "grad")}
    told = f"tensor '{source}'"
    if _keys(expected["keys"]) != _keys(now["keys"]):
        yield f"{told} dispatch key set mismatch. expected {expected['keys']}, actual {now['keys']}", "", ""
    if expected["dtype"] != now["dtype"]:
        yield f"{told} dtype mismatch. expected {expected['dtype']}, actual {now['dtype']}", "", ""
    if expected["device"] != "None" and expected["device"] != now["device"]:
        yield (
            f"{told} Tensor device index mismatch. Expected device index to be {expected['device']}, "
            f"actual {now['device']}",
            "",
            "",
        )
    if expected["grad"] != now["grad"]:
        yield f"{told} requires_grad mismatch. expected requires_grad={int(expected['grad'] == 'True')}", "", ""
    sizes = _numbers(made_for["size"])
    if len(sizes) != len(now["size"]):
        yield f"{told} rank mismatch. expected {len(sizes)}, actual {len(now['size'])}", "", ""
        return
    others = list(_others(f"{told} size mismatch", sizes, now["size"]))
    # The strides follow the sizes.
    yield from others or _others(f"{told} stride mismatch", _numbers(made_for["stride"]), now["stride"])


def _properties(tensor: Any) -> dict[str, Any]:
    import torch

    keys = torch._C._dispatch_keys(tensor) | torch._C._dispatch_tls_local_include_set()
    strided = tensor.layout == torch.strided
    return {
        "keys": str(keys - torch._C._dispatch_tls_local_exclude_set()),
        "dtype": str(tensor.dtype).removeprefix("torch."),
        "device": str(tensor.device.index),
        "grad": str(tensor.requires_grad),
        "size": tuple(tensor.size()),
        "stride": tuple(tensor.stride()) if strided else (),
    }


def _keys(text: str) -> frozenset[str]:
    # Autocast's keys are those of the state around the call, which has a guard of its own.
    return frozenset(key for key in re.findall(r"\w+", text) if not key.startswith("Autocast"))


def _numbers(text: str) -> list[int | None]:
    return [int(part) if part.lstrip("-").isdigit() else None for part in text.split(", ") if part]


def _others(told: str, made_for: list[int | None], now: tuple[int, ...]) -> Iterator[Raw]:
    for index, (expected, actual) in enumerate(zip(made_for, now, strict=False)):
        if expected is not None and expected != actual:
            yield f"{told} at index {index}. expected {expected}, actual {actual}", "", ""


def _of_state(leaf: Any, part: str) -> Iterator[Raw]:
    """One for each part of torch's global state: torch names them, and both states are written as JSON."""
    info = leaf.check_verbose(None)
    if info.result:
        return
    import torch

    names = str(info.verbose_code_parts[0]).removeprefix("GLOBAL_STATE changed:").split()
    written = _STATE.match(part)
    before = json.loads(written[1]) if written else {}
    after = json.loads(str(torch._C._dynamo.guards.GlobalStateGuard().__getstate__()))
    devices: dict[str, Iterator[tuple[Any, Any]]] = {
        what: (
            pair
            for pair in zip(*(state.get("autocast_state", {}).get(what, ()) for state in (before, after)), strict=False)
            if pair[0] != pair[1]
        )
        for what in ("enabled", "dtype")
    }
    for name in names:
        pair = (before.get(name), after.get(name))
        if name.startswith("autocast("):
            pair = next(devices.get(name.rpartition("_")[2], iter(())), (None, None))
        elif name == "autocast_cache_enabled":
            pair = tuple(state.get("autocast_state", {}).get("cached_enabled") for state in (before, after))
        was, now = (_state_value(name, one) for one in pair)
        yield f"GLOBAL_STATE changed: {name}", now, was


def _state_value(name: str, value: Any) -> str:
    if isinstance(value, bool):
        return "on" if value else "off"
    if name.endswith("dtype"):
        return _DTYPES.get(value, "")
    return "" if value is None else str(value)


_NODES = (
    ast.Expression, ast.Compare, ast.BoolOp, ast.BinOp, ast.UnaryOp, ast.Constant, ast.Call, ast.Name, ast.Attribute,
    ast.Load, ast.operator, ast.cmpop, ast.boolop, ast.unaryop,
)  # fmt: skip


def _is_false(code: str, functions: dict[str, Any], scope: dict[str, Any], known: dict[str, Any]) -> bool:
    """Whether a condition on sizes and numbers is false; not if it is about anything else."""

    def number(match: re.Match[str]) -> str:
        value = _value(match.group(), scope, known)
        if type(value) not in (int, float, bool):
            raise UnresolvedError(code)
        return f"({value!r})"

    try:
        # What is left must be arithmetic: torch has helpers for it among the globals of its guards.
        plain, count = _SYMBOL.subn(number, code)
        tree = ast.parse(plain, mode="eval")
        if not count or not all(isinstance(node, _NODES) for node in ast.walk(tree)):
            return False
        return not eval(compile(tree, "<guard>", "eval"), dict(functions))
    except Exception:  # noqa: BLE001  an expression that cannot be evaluated is none that was false
        return False
