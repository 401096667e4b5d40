"""What would avoid a recompile, in sentences. Nothing is said where nothing is known to help."""

from __future__ import annotations

import re
from collections.abc import Sequence

EXPECTED = "Expected"
"""How a sentence begins that says so: there is nothing that must be done."""

DTYPE = "Give {it} the same dtype on every call, or expect one compiled version per dtype."
RANK = "Give {it} the same number of dimensions on every call, or expect one compiled version per number."
STRIDE = "Lay {it} out the same way on every call, for example with `.contiguous()`, or expect a version per layout."
GRADIENT = "Give {it} the same `requires_grad` each time, or expect one compiled version for each."
CLASS = "Pass the same class for {it} on every call, or expect one compiled version per class."
ALIAS = "Pass one tensor twice on every call or on none: `.clone()` makes another one."
IS = "Pass the same object twice on every call, or on none."
MARKS = "Mark the same dimensions on every call, from the first one on."
FUNCTION = (
    "Let {it} be the same function each time: make it once, outside the call, or expect one compiled version for each."
)
SAME = "Let {it} be the same object each time: make it once, outside the call, or expect one compiled version for each."
PRESENCE = "Let {it} be None on every call or on none, or expect one compiled version for each."
KEYS = "Let {it} be there on every call or on none, or expect one compiled version for each."
ORDER = "Give {it} the same keys in the same order on every call, or expect one compiled version for each."
LENGTH = "Give {it} the same number of items on every call (pad it), or take it out of the compiled function."
MODES = (
    "Call it under the same modes each time; `torch.set_default_device` and `with torch.device(…)` are such modes, too."
)
TRANSFORMS = "Call it inside the same transforms each time, or expect one compiled version for each."

ZERO_AND_ONE = f"{EXPECTED}. Sizes 0 and 1 are compiled for themselves, with `dynamic=True` as well."
NUMBERS = f"{EXPECTED}. The numbers 0 and 1 are compiled for themselves, with `dynamic=True` as well."
CASES = "The code, or an op in it, depends on this. Expect one compiled version for each case."

DYNAMIC = "Pass `dynamic=True`, or mark the dimension: `torch._dynamo.mark_dynamic(tensor, dim)`."
AS_CONSTANT = "compiled in as a constant"
_PER_VALUE = "keep it the same, or expect one compiled version per value."

_FLOAT = re.compile(r"-?\d+\.\d+(?:e[-+]?\d+)?|-?\d+e[-+]?\d+")
_INTEGER = re.compile(r"-?\d+")
_PATH = re.compile(r"[^\W\d]\w*(?:\.[^\W\d]\w*|\[[^\]]*\])*")
"""What a program may write for a value."""
_MOST_MARKS = 3
_PASSED = re.compile(r"\w+(?:\[[^\]]*\])*")


def size(source: str, expected: str, actual: str) -> str:
    """For a size that was compiled in."""
    if "_parameters[" in source:
        return ""
    if "_buffers[" in source:
        return "A buffer is compiled for its size, with `dynamic=True` as well."
    if actual == "1" and not source.endswith(")"):
        # The batch that is left over at the end of a data set.
        return f"{ZERO_AND_ONE} To be spared this one: drop the batch of one (`drop_last=True`), or pad it."
    if {expected, actual} & {"0", "1"}:
        return ZERO_AND_ONE
    return DYNAMIC


def condition(code: str) -> str:
    """For an expression about sizes that Dynamo found to be true when it compiled."""
    if re.fullmatch(r"2 <= \S+|\S+ != [01]", code):
        return ZERO_AND_ONE
    if ".size()" in code or ".stride()" in code:
        return CASES
    return ""


def constant(name: str, expected: str, actual: str, *, passed: bool = True) -> str:
    """For a value that was compiled in; ``actual`` is empty where it is unknown, ``passed`` is false for a global."""
    number = is_number(expected) and (not actual or is_number(actual))
    own = name.startswith("self.")
    if name.endswith(".training"):
        return f"{EXPECTED}. There is one compiled version for `.train()` and one for `.eval()`."
    if number and _FLOAT.fullmatch(expected) and (own or _PASSED.fullmatch(name)):
        return f"Make `{name}` a tensor (`torch.tensor(…)`): a Python float is {AS_CONSTANT}."
    if number and own:
        return f"`{name}` is {AS_CONSTANT}. Keep what changes in a tensor (in a module: a buffer), or outside of it."
    if number and _PASSED.fullmatch(name):
        return f"`{name}` is {AS_CONSTANT}: {'pass' if passed else 'make it'} a tensor, or keep it the same."
    told = "It" if ".__closure__" in name else f"`{name}`"
    return f"{told} is {AS_CONSTANT}: {_PER_VALUE}"


def dynamic(dimensions: Sequence[tuple[str, str]], *, static: bool = False) -> str:
    """For sizes that were compiled in, each a tensor and its dimension.

    ``static``: Dynamo was told not to make sizes variable by itself. What is marked is variable all the same.
    """
    named = [f"`torch._dynamo.mark_dynamic({tensor}, {index})`" for tensor, index in dimensions if _is_named(tensor)]
    if not named:
        marks = "mark the dimension: `torch._dynamo.mark_dynamic(tensor, dim)`"
    else:
        told = ", ".join(named[:_MOST_MARKS]) + (" and so on" if len(named) > _MOST_MARKS else "")
        marks = f"mark the dimension{'s' if len(named) > 1 else ''} before the call: {told}"
    if not static:
        return f"Pass `dynamic=True`, or {marks}."
    return (
        "Dynamo was told to compile each size for itself (`dynamic=False`, or `automatic_dynamic_shapes` is off). "
        f"Leave that out and it makes a size variable when it changes; pass `dynamic=True`; or {marks}."
    )


def _is_named(tensor: str) -> bool:
    return bool(_PATH.fullmatch(tensor))


def dynamic_from_the_first(tensor: str, dimension: str) -> str:
    """For a size that became variable at its first change."""
    named = f"{tensor}, {dimension}" if _is_named(tensor) else "tensor, dim"
    return (
        "To be spared this one: pass `dynamic=True`, or mark the dimension before the first call: "
        f"`torch._dynamo.mark_dynamic({named})`."
    )


def needed(tensor: str, dimension: str) -> str:
    """For a size that Dynamo had as a variable, and compiled in all the same."""
    named = f"{tensor}, {dimension}" if _is_named(tensor) else "tensor, dim"
    return (
        "Dynamo made it variable, and then came to something that needs the number itself: a tensor of fixed size, the "
        f"length of a loop, a key of a dict, `int()`, a comparison. `torch._dynamo.mark_dynamic({named})` before the "
        "call makes that an error which names the line."
    )


def variable(text: str, *, always: bool = False) -> str:
    """For a value that Dynamo does not compile in any more; ``always``: it would not have, had nothing needed it."""
    if always and text == DYNAMIC:
        text = ""
    told = "" if text.endswith(_PER_VALUE) else text.replace(AS_CONSTANT, f"{AS_CONSTANT} at first")
    once = f"{EXPECTED}, and only once. Dynamo made it variable this time: other values are served from now on."
    return f"{once} {told}".strip()


def is_number(text: str) -> bool:
    """Whether a value is written as Python writes an int or a float."""
    return bool(_INTEGER.fullmatch(text) or _FLOAT.fullmatch(text))


def state(names: list[str]) -> str:
    """For torch's global state, by the names that Dynamo has for its parts."""
    if names == ["grad_mode"]:
        return f"{EXPECTED}. There is one compiled version with gradients and one without, for each grad mode."
    if all(name.startswith("autocast") for name in names):
        return "Call it with the same autocast each time, or expect one compiled version for each."
    return "Call it under the same state each time: set it once, before the first call."


def written_inside(name: str, where: str, *, number: bool) -> str:
    """For a value that the compiled function itself writes."""
    told = f"`{name}` is {AS_CONSTANT}, and the compiled code itself writes it ({where})."
    outside = "Move that line out of the compiled function, to its caller"
    if not number:
        return f"{told} {outside}."
    if name.startswith("self."):
        attribute = name.rpartition(".")[2]
        return (
            f"{told} {outside}, or count in a tensor: "
            f"`self.register_buffer('{attribute}', torch.tensor(…))` in `__init__`, in a module. For an integer, "
            "`torch._dynamo.config.allow_unspec_int_on_nn_module = True` works, too."
        )
    return (
        f"{told} {outside}, or keep it in a tensor (`{name} = torch.tensor(…)`, made once outside), which may change."
    )


def grown_inside(name: str, where: str) -> str:
    """For a list or dict to which the compiled function adds."""
    return (
        f"The compiled code itself changes how many items `{name}` has ({where}), so that it never fits again. Return "
        "the new item and add it in the caller, or write into a tensor that is made once, with room for all."
    )


def of_each_instance(kind: str, name: str) -> str:
    """For a value that each of several modules has for itself, which share their compiled code."""
    return (
        f"It is called on different `{kind}` modules, `{name}` is another value in each and {AS_CONSTANT}: one version "
        f"for each `{kind}`. Compile the function that calls them all instead of each of them, or allow as many "
        "versions: `torch._dynamo.config.recompile_limit = …`."
    )


def picks_an_item(name: str, where: str) -> str:
    """For a number that is the key of a Python container."""
    return (
        f"`{name}` is {AS_CONSTANT}, as it picks an item of a container ({where}). Pick the item in the caller and "
        "pass it, or expect one compiled version per value."
    )
