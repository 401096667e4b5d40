"""One thing that changed between two calls, and how to name it: the sentence, both values, and what would avoid it."""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import NamedTuple

from ....tracer.reading.values import with_short_strings
from ...guards.value_names import STACK_VALUE, readable


@dataclass(frozen=True, slots=True)
class Change:
    """What changed.

    Attributes:
        was: How it was when it was compiled, as the first half of a sentence.
        now: How it is in the call that was compiled again, as the other half.
        would: How it would be in a call that is only asked about, as the other half.
        source: Dynamo's expression for the value, where one value changed.
        expected: How it was, alone.
        actual: How it is, alone.
        advice: What would avoid it.
    """

    was: str
    now: str
    would: str
    source: str = ""
    expected: str = ""
    actual: str = ""
    advice: str = ""

    def sentence(self, *, asked: bool) -> str:
        """Both halves; ``asked``: of a call that has not been made."""
        return ", ".join(part for part in (self.was, self.would if asked else self.now) if part)


UNNAMED = "a value that it goes on with after the break"

_WRAPPED = re.compile(r"___(?:from_numpy|as_tensor)\((.+?)\)(?=$|\.)")
_SIZE = re.compile(r"\.size\(\)\[(\d+)\]")
_CLOSED_OVER = re.compile(r"(.+)\.__closure__\[\d+\]\.cell_contents")
_CODE = re.compile(r"(?:\.__func__)?\.__code__$")


def name_of(source: str) -> str:
    """A source as a person would write it: ``x.size(0)`` for ``L['x'].size()[0]``."""
    return _CODE.sub("", _SIZE.sub(r".size(\1)", readable(_WRAPPED.sub(r"\1", source))))


def told(source: str) -> str:
    """A source as the subject of a sentence. What the stack held at a break has no name."""
    name = name_of(source)
    if STACK_VALUE in name:
        return UNNAMED if name == STACK_VALUE else f"a part of {UNNAMED}"
    if closed := _CLOSED_OVER.fullmatch(name):
        return f"what `{closed[1]}` closes over"
    return f"`{name}`"


class Verb(NamedTuple):
    """What a value does: in the past, now, and behind ``would``."""

    did: str
    does: str
    do: str


BE, HAVE, REQUIRE = Verb("was", "is", "be"), Verb("had", "has", "have"), Verb("required", "requires", "require")


def value(source: str, expected: str, actual: str, to_avoid: str = "", *, subject: str = "", verb: Verb = BE) -> Change:
    """One value that is, or has, something else now; ``actual`` may be unknown."""
    other = actual or "another value"
    return Change(
        was=f"{subject or told(source)} {verb.did} {expected}",
        now=f"now it {verb.does} {other}",
        would=f"and would {verb.do} {other}",
        source=source,
        expected=expected,
        actual=actual,
        advice=to_avoid.replace("{it}", _named(source, subject)),
    )


def _named(source: str, subject: str) -> str:
    """What advice calls a value: by its name, if it has one."""
    name = told(source) if source else subject
    return name if name.startswith("`") else "it"


def count(text: str, noun: str) -> str:
    """``1 item``, ``2 items``."""
    return f"{text} {noun}" if text == "1" else f"{text} {noun}s"


def quoted(code: str, to_avoid: str) -> Change:
    """A condition that can only be repeated."""
    text = f"`{with_short_strings(name_of(code))}`"
    return Change("", f"{text} no longer held", f"{text} would not hold", advice=to_avoid)
