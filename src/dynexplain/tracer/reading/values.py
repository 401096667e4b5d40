"""Values in words, where that runs none of the user's code."""

from __future__ import annotations

import ast
import enum
import re
from typing import Any

_PLAIN = (bool, int, float, complex, str, bytes, range, slice)
_MOST = 60
_END = 20
"""Characters of a long string that are shown of either end."""
_STRING = re.compile(r"b?(?:'(?:[^'\\]|\\.)*'|\"(?:[^\"\\]|\\.)*\")", re.DOTALL)
_AS_LETTERS = "AEFHILMNORSX"
"""Letters whose names begin with a vowel."""


def shown(value: Any) -> str:
    """A value as Python writes it, shortened; nothing for values that only their own code could show."""
    import torch

    kind = type(value)
    if value is None or kind in (*_PLAIN, torch.dtype, torch.device, torch.layout, torch.memory_format):
        text = with_short_strings(repr(value)) if kind in (str, bytes) else repr(value)
        return text if kind in (str, bytes) or len(text) <= _MOST else text[: _MOST - 1] + "…"
    if kind in (tuple, list, set) and 0 < len(value) <= 8:
        inner = ", ".join(shown(item) or type(item).__name__ for item in value)
        return f"({inner})" if kind is tuple else f"[{inner}]" if kind is list else f"{{{inner}}}"
    return ""


def with_short_strings(text: str) -> str:
    """Python's text with its long strings cut in the middle, and their lengths: ``'abc…xyz' (214 characters)``.

    Paths, prompts and queries that differ do so near one of their ends.
    """
    return _STRING.sub(_short, text) if len(text) > _MOST else text


def _short(match: re.Match[str]) -> str:
    if len(match.group()) <= _MOST:
        return match.group()
    try:
        value = ast.literal_eval(match.group())
    except (SyntaxError, ValueError):
        return match.group()
    if len(value) <= 2 * _END:
        return match.group()
    start, end = repr(value[:_END]), repr(value[-_END:]).removeprefix("b")
    return f"{start[:-1]}…{end[1:-1]}{start[-1]} ({len(value)} {'bytes' if isinstance(value, bytes) else 'characters'})"


def of_class(value: Any) -> str:
    """What kind of thing a value is."""
    import torch

    kind = type(value)
    if value is None:
        return "None"
    if kind is torch.Tensor:
        return "a tensor"
    if kind is torch.nn.Parameter:
        return "a parameter"
    return f"a tensor of class {kind.__name__}" if issubclass(kind, torch.Tensor) else with_article(kind.__name__)


def enum_members(value: Any) -> dict[int, str]:
    """How Python calls the members of an enum that a value is one of, by their id; nothing for other values."""
    kind = type(value)
    if not issubclass(kind, enum.Enum):
        return {}
    # Read from the dictionary: a class of the user's may run code when it is asked for an attribute.
    return {id(member): f"{kind.__name__}.{name}" for name, member in kind.__dict__.get("_member_map_", {}).items()}


def with_article(name: str) -> str:
    """``an int``, ``a list``, ``an LSTM``."""
    if name == "NoneType":
        return "None"
    spelt = name[:1].isupper() and not name[1:2].islower()
    return f"{'an' if name[:1] in (_AS_LETTERS if spelt else 'aeiouAEIOU') else 'a'} {name}"
