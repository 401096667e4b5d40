"""What torch's guards say about its global state → changes."""

from __future__ import annotations

import re

from . import advice
from .change import Change, value

_PARTS = {
    "grad_mode": "the grad mode",
    "autocast_cache_enabled": "the cache of autocast",
    "torch_function": "the use of `__torch_function__`",
    "deterministic_algorithms": "`torch.use_deterministic_algorithms`",
    "deterministic_algorithms_warn_only": "the `warn_only` of `torch.use_deterministic_algorithms`",
    "allow_tf32": "the use of TF32",
    "allow_fp16_reduce": "the use of reduced precision in float16 matmuls",
    "allow_bf16_reduce": "the use of reduced precision in bfloat16 matmuls",
    "num_threads": "the number of threads",
    "default_dtype": "the default dtype",
}
_AUTOCAST = re.compile(r"autocast\((?P<device>\w+)\)_(?P<what>\w+)")
_OTHER = {"on": "off", "off": "on"}


def _part(name: str) -> str:
    if autocast := _AUTOCAST.fullmatch(name):
        on = f"autocast on {autocast['device']}"
        return on if autocast["what"] == "enabled" else f"the {autocast['what']} of {on}"
    return _PARTS.get(name) or f"torch's {name.replace('_', ' ')}"


def _state(match: re.Match[str], actual: str, expected: str = "") -> Change:
    names = match["names"].split()
    if len(names) == 1 and (actual in _OTHER or expected):
        before = expected or _OTHER[actual]
        return value("", before, actual, advice.state(names), subject=_part(names[0]))
    *first, last = (_part(name) for name in names)
    listed = f"{', '.join(first)} and {last}" if first else last
    return Change(f"{listed} {'have' if first else 'has'} changed", "", "", advice=advice.state(names))


def _modes(_: re.Match[str], __: str) -> Change:
    return Change("the active torch function modes have changed", "", "", advice=advice.MODES)


def _device(_: re.Match[str], __: str) -> Change:
    return Change("the default device has changed", "", "", advice=advice.state([]))


def _transforms(_: re.Match[str], __: str) -> Change:
    return Change("the transforms of `torch.func` around the call have changed", "", "", advice=advice.TRANSFORMS)


def _level(match: re.Match[str], _: str) -> Change:
    return value("", match["expected"], "", advice.TRANSFORMS, subject="the level of forward-mode differentiation")


def _hooks(_: re.Match[str], __: str) -> Change:
    return Change("the hooks on saved tensors have changed", "", "", advice=advice.state([]))


_GLOBAL = re.compile(r"^GLOBAL_STATE changed: (?P<names>\S.*)$")


def part_of_state(code: str, actual: str, expected: str) -> Change | None:
    """A part of torch's global state of which both values are known."""
    match = _GLOBAL.search(code) if actual and expected else None
    return _state(match, actual, expected) if match else None


RULES = (
    (_GLOBAL, _state),
    (re.compile(r"^___check_torch_function_mode_stack\(\)"), _modes),
    (re.compile(r"^utils_device\.CURRENT_DEVICE == "), _device),
    (re.compile(r"^torch\._functorch\.pyfunctorch\.compare_functorch_state\("), _transforms),
    (re.compile(r"^torch\.autograd\.forward_ad\._current_level == (?P<expected>-?\d+)"), _level),
    (re.compile(r"^torch\._functorch\.aot_autograd\.utils\.top_saved_tensors_hooks "), _hooks),
)
