"""A graph break in a few plain words, and what it is about."""

from __future__ import annotations

import re

from . import kinds


def name_in(kind: str, context: str) -> str:
    """What a break is about, such as the function that cannot be traced; empty if its kind tells it all."""
    pattern = kinds.find(kind).subject
    found = re.search(pattern, context, re.MULTILINE) if pattern else None
    return found.group(1).removeprefix("_VariableFunctionsClass.") if found else ""


def break_title(kind: str, context: str, explanation: str) -> str:
    """A break in a few plain words. Backticks mark code."""
    known, name = kinds.find(kind), name_in(kind, context)
    if name in known.about and (told := known.about[name].title):
        return told
    if not known.title:
        return kind.rstrip(".") or "Dynamo stopped here"
    if "{0}" not in known.title:
        return known.title
    if not name and known.untold:
        return known.untold
    quoted = re.search(r"`([\w.<>]+)`", explanation)
    name = name or (quoted.group(1) if quoted else "")
    return known.title.format(name) if name else kind


def explained(kind: str, explanation: str) -> str:
    """Torch's explanation, or ours where it gives none that helps."""
    known = kinds.find(kind)
    return known.explanation if known.pattern is not None else explanation or known.explanation
