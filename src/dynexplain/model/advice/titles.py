"""A graph break in a few plain words, for the kinds that users meet. Backticks mark code."""

from __future__ import annotations

import re

from . import unnamed
from .context_names import NAME_IN_CONTEXT
from .title_table import TITLES, WITH_NAME, WITHOUT_NAME


def name_in(kind: str, context: str) -> str:
    """What a break is about, such as the function that cannot be traced; empty if its kind tells it all."""
    pattern = NAME_IN_CONTEXT.get(kind)
    found = re.search(pattern, context, re.MULTILINE) if pattern else None
    return found.group(1).removeprefix("_VariableFunctionsClass.") if found else ""


def break_title(kind: str, context: str, explanation: str) -> str:
    """A break in a few plain words."""
    if told := WITH_NAME.get((kind, name_in(kind, context))):
        return told
    title = TITLES.get(kind)
    if title is None and (known := unnamed.find(kind)) is not None:
        return known.title
    if title is None:
        return kind.rstrip(".") or "Dynamo stopped here"
    if "{0}" not in title:
        return title
    name = name_in(kind, context)
    if not name and kind in WITHOUT_NAME:
        return WITHOUT_NAME[kind]
    quoted = re.search(r"`([\w.<>]+)`", explanation)
    name = name or (quoted.group(1) if quoted else "")
    return title.format(name) if name else kind
