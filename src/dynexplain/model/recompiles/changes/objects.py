"""What torch's guards say about Python's objects → changes."""

from __future__ import annotations

import re

from ....tracer.reading.values import with_article, with_short_strings
from ...guards.value_names import STACK_VALUE
from . import advice
from .change import HAVE, Change, count, name_of, told, value

_IDENTITY = re.compile(r"^___check_obj_id\((?P<source>.+), \d+\)(?:, type=<class '(?P<type>[^']+)'>)?")
_MEMBER = re.compile(r"\w+\.\w+")
_FUNCTIONS = ("function", "builtin_function_or_method", "method_descriptor", "wrapper_descriptor", "method", "code")


def _kind(match: re.Match[str], actual: str) -> Change:
    expected = with_article((match["type"] or "").rpartition(".")[2]) if match["type"] else "of a certain class"
    same = "of another class of that name"
    actual = same if actual == expected else actual or "of another class"
    return value(match["source"], expected, actual, "" if "None" in (expected, actual) else advice.CLASS)


def _identity(match: re.Match[str], actual: str) -> Change:
    source = match["source"]
    name = (match["type"] or "object").rpartition(".")[2]
    if name == "NoneType":
        return value(source, "None", actual, advice.PRESENCE)
    if name in _FUNCTIONS:
        actual = "another function" if not actual or actual.startswith("another ") else actual
        return value(source, "a certain function", actual, advice.FUNCTION)
    if actual.startswith("the class "):
        return value(source, f"the class {name}", "another class" if actual[10:] == name else actual, advice.SAME)
    return value(source, f"a certain {name}", actual or f"another {name}", advice.SAME)


def member(code: str, actual: str, expected: str) -> Change | None:
    """Another member of an enum: torch tells an id and a class, and the name of the member was found beside."""
    match = _IDENTITY.search(code) if _MEMBER.fullmatch(expected) else None
    if match is None:
        return None
    return value(match["source"], expected, actual, advice.constant(name_of(match["source"]), expected, actual))


def _same(match: re.Match[str], _: str) -> Change:
    return Change(
        f"{told(match['source'])} and {told(match['other'])} were the same object",
        "now they are two objects",
        "and would be two objects",
        expected="the same object",
        actual="two objects",
        advice=advice.IS,
    )


def _none(match: re.Match[str], actual: str) -> Change:
    return value(match["source"], "None", actual, advice.PRESENCE)


def _not_none(match: re.Match[str], _: str) -> Change:
    return value(match["source"], "something", "None", advice.PRESENCE)


def _missing(match: re.Match[str], _: str) -> Change:
    return value(match["source"], "there", "missing", advice.KEYS)


def _attribute_missing(match: re.Match[str], _: str) -> Change:
    subject = f"an attribute of {told(match['source'])}"
    return value(match["source"], "there", "missing", advice.KEYS, subject=subject)


def _contains(match: re.Match[str], _: str) -> Change:
    before, after = ("missing", "there") if match["no"] else ("there", "missing")
    owner = match["source"].removesuffix(".__dict__")
    path = name_of(owner) + match["source"][len(owner) :]
    subject = "" if STACK_VALUE in path else f"`{path}[{match['key']}]`"
    return value(match["source"], before, after, advice.KEYS, subject=subject)


def _has_attribute(match: re.Match[str], _: str) -> Change:
    before, after = ("missing", "there") if match["no"] else ("there", "missing")
    return value(f"{match['source']}.{match['key']}", before, after, advice.KEYS)


def _in_set(match: re.Match[str], _: str) -> Change:
    before, after = ("missing", "there") if match["no"] else ("there", "missing")
    subject = f"the element {match['key']} of {told(match['source'])}"
    return value(match["source"], before, after, advice.KEYS, subject=subject)


def _key(match: re.Match[str], actual: str) -> Change:
    subject = f"key {int(match['index']) + 1} of {told(match['source'])}"
    other = actual or "another key"
    return value(match["source"], match["expected"], other, advice.ORDER, subject=subject)


def _length(match: re.Match[str], actual: str) -> Change:
    length = actual if actual.isdigit() else ""
    has = count(length, "item") if length else actual or "another number of items"
    return value(match["source"], count(match["expected"], "item"), has, advice.LENGTH, verb=HAVE)


def _empty(match: re.Match[str], actual: str) -> Change:
    filled = count(actual, "item") if actual.isdigit() else actual or "items"
    return Change(
        f"{told(match['source'])} was empty",
        f"now it has {filled}",
        f"and would have {filled}",
        source=match["source"],
        expected="empty",
        actual=filled,
        advice=advice.LENGTH,
    )


def _not_a_number(match: re.Match[str], actual: str) -> Change:
    return value(match["source"], "nan", actual)


def _sizes(match: re.Match[str], _: str) -> Change:
    return Change(
        f"{told(match['source'])} and {told(match['expected'])} were equal",
        "now they are not",
        "and would not be",
        source=match["source"],
        advice=advice.condition(match.string),
    )


def _equals(match: re.Match[str], actual: str) -> Change:
    source, expected = match["source"], with_short_strings(match["expected"])
    if ".size()" in source:
        return value(source, expected, actual, advice.condition(match.string))
    if expected == actual and expected != match["expected"]:
        actual = "another that begins and ends the same"
    name = name_of(source)
    if STACK_VALUE in name:
        return value(source, expected, actual)
    owned = source.startswith("G[")
    return value(source, expected, actual, advice.constant(name, expected, actual, passed=not owned))


def _range(match: re.Match[str], actual: str) -> Change:
    source, least, most = match["source"], match.groupdict().get("least"), match["most"]
    expected = f"at most {most}" if not least else f"between {least} and {most}" if most else f"at least {least}"
    if least == "2" and actual in ("0", "1"):
        to_avoid = advice.ZERO_AND_ONE if ".size()" in source else advice.NUMBERS
    else:
        to_avoid = advice.condition(match.string) or advice.CASES
    return value(source, expected, actual, to_avoid)


def _other_than(match: re.Match[str], actual: str) -> Change:
    source, other = match["source"], match["other"]
    specialized = ".size()" in source and other in ("0", "1")
    to_avoid = advice.ZERO_AND_ONE if specialized else advice.CASES
    return value(source, f"not {other}", actual or other, to_avoid)


def _gone(match: re.Match[str], _: str) -> Change:
    gone = f"{told(match['source'])}, for which it was compiled,"
    return Change(f"{gone} no longer exists", "", "", source=match["source"], advice=advice.SAME)


_SOURCE = r"(?P<source>[LG]\[.+?)"

RULES = (
    (re.compile(r"^___check_type_id\((?P<source>.+), \d+\)(?:, type=<class '(?P<type>[^']+)'>)?"), _kind),
    (_IDENTITY, _identity),
    (re.compile(rf"^{_SOURCE} is None$"), _none),
    (re.compile(rf"^{_SOURCE} is not None$"), _not_none),
    (re.compile(rf"^{_SOURCE} is (?P<other>[LG]\[.+)$"), _same),
    (re.compile(r"^(?:KeyError|IndexError) on (?P<source>.+)$"), _missing),
    (re.compile(r"^getattr failed on source (?P<source>.+)$"), _attribute_missing),
    (re.compile(r"^(?P<no>not )?___dict_contains\((?P<key>.+), (?P<source>[LG]\[.+)\)$"), _contains),
    (re.compile(r"^(?P<no>not )?set\.__contains__\((?P<source>[LG]\[.+), (?P<key>.+)\)$"), _in_set),
    (re.compile(r"^(?P<no>not )?hasattr\((?P<source>[LG]\[.+), '(?P<key>\w+)'\)$"), _has_attribute),
    (re.compile(r"^list\(dict\.keys\((?P<source>.+)\)\)\[(?P<index>\d+)\] == (?P<expected>.+)$"), _key),
    # What torch says of a dict's length is the opposite of its guard.
    (re.compile(rf"^len\({_SOURCE}\) (?:==|!=) (?P<expected>\d+)$"), _length),
    (re.compile(r"^not (?P<source>[LG]\[\S+)$"), _empty),
    (re.compile(rf"^\(type\({_SOURCE}\) is (?:float|complex) and __\w+\(.+\)\)$"), _not_a_number),
    (re.compile(r"^(?P<source>[LG]\[\S+\.size\(\)\[\d+\]) == (?P<expected>[LG]\[\S+)$"), _sizes),
    (re.compile(rf"^{_SOURCE} == (?P<expected>.+)$"), _equals),
    (re.compile(r"^(?P<source>[LG]\[\S+) != (?P<other>-?[\d.]+)$"), _other_than),
    (re.compile(r"^(?P<least>-?\d+) <= (?P<source>[LG]\[\S+)(?: <= (?P<most>-?\d+))?$"), _range),
    (re.compile(r"^(?P<source>[LG]\[\S+) <= (?P<most>-?\d+)$"), _range),
    (re.compile(r"^Cache line invalidated because (?P<source>[LG]\[\S+) got deallocated$"), _gone),
)
