"""What torch's guards say about tensors → changes."""

from __future__ import annotations

import re

from ....tracer.reading.values import with_article
from . import advice
from .change import HAVE, REQUIRE, Change, count, told, value
from .dispatch_keys import ADVICE, differences

_DTYPES = {
    "Float": "float32",
    "Double": "float64",
    "Half": "float16",
    "Byte": "uint8",
    "Char": "int8",
    "Short": "int16",
    "Int": "int32",
    "Long": "int64",
    "ComplexHalf": "complex32",
    "ComplexFloat": "complex64",
    "ComplexDouble": "complex128",
}


def _tensor(match: re.Match[str], _: str) -> Change:
    source, what, expected, actual = match["source"], match["what"], match["expected"], match["actual"]
    if what == "dtype":
        expected, actual = (_DTYPES.get(dtype, dtype.lower()) for dtype in (expected, actual))
        return value(source, expected, actual, advice.DTYPE)
    if what == "rank":
        return value(source, count(expected, "dimension"), count(actual, "dimension"), advice.RANK, verb=HAVE)
    if what == "size":
        return value(f"{source}.size({match['index']})", expected, actual, advice.size(source, expected, actual))
    if what == "stride":
        return value(f"{source}.stride({match['index']})", expected, actual, advice.STRIDE)
    if what == "dispatch key set":
        before, after, kind = differences(expected, actual)
        return value(source, before or expected, after or actual, ADVICE.get(kind, ""))
    return value(source, expected, actual, subject=f"the {what} of {told(source)}")


def _device(match: re.Match[str], _: str) -> Change:
    subject = f"the number of the device of {told(match['source'])}"
    return value(match["source"], match["expected"], match["actual"], ADVICE["device"], subject=subject)


def _gradient(match: re.Match[str], _: str) -> Change:
    required = match["expected"] == "1"
    before, after = ("a gradient", "no gradient") if required else ("no gradient", "a gradient")
    return value(match["source"], before, after, advice.GRADIENT, verb=REQUIRE)


def _no_tensor(match: re.Match[str], actual: str) -> Change:
    """Torch tells which class it found, and not which it wanted: a tensor, a parameter or a class of the user's."""
    source, found = match["source"], match["type"]
    tensors = {
        "torch.Tensor": "a plain tensor",
        "torch.nn.parameter.Parameter": "a parameter",
        "torch.nn.parameter.Buffer": "a buffer",
    }
    if found in tensors:
        return value(source, "a tensor of another class", tensors[found], advice.CLASS)
    if actual.startswith("a tensor of"):
        return value(source, "a tensor of another class", actual, advice.CLASS)
    if found == "NoneType":
        return value(source, "a tensor", "None", advice.PRESENCE)
    return value(source, "a tensor", with_article(found.rpartition(".")[2]), advice.CLASS)


def _aliases(_: re.Match[str], __: str) -> Change:
    return Change(
        "two of its inputs were two tensors",
        "now they are the same tensor",
        "and would be the same tensor",
        expected="two tensors",
        actual="the same tensor",
        advice=advice.ALIAS,
    )


def _marks(_: re.Match[str], __: str) -> Change:
    return Change(
        "a tensor had none of the marks of `torch._dynamo.mark_dynamic` and its like",
        "now it has some",
        "and would have some",
        advice=advice.MARKS,
    )


_MARKED_BY = {
    "dynamic": "`torch._dynamo.mark_dynamic`",
    "static": "`torch._dynamo.mark_static`",
    "weak_dynamic": "`torch._dynamo.maybe_mark_dynamic`",
    "unbacked": "`torch._dynamo.decorators.mark_unbacked`",
    "strict_unbacked": "`torch._dynamo.decorators.mark_unbacked(strict=True)`",
}


def _marked(match: re.Match[str], _: str) -> Change:
    by = _MARKED_BY.get(match["kind"], "a mark of Dynamo's")
    return Change(
        f"no dimension of a tensor was marked with {by}", "now one is", "and one would be", advice=advice.MARKS
    )


def _marked_elsewhere(match: re.Match[str], _: str) -> Change:
    by = _MARKED_BY.get(match["kind"], "a mark of Dynamo's")
    before, after = match["before"].strip("{}"), match["after"].strip("{}")
    return Change(
        f"the dimensions of a tensor that are marked with {by} were {before}",
        f"now they are {after}",
        f"and would be {after}",
        expected=before,
        actual=after,
        advice=advice.MARKS,
    )


RULES = (
    (
        re.compile(
            r"tensor '(?P<source>.+?)' (?P<what>[\w ]+?) mismatch(?: at index (?P<index>\d+))?\. "
            # Torch has a word on its settings to say of parameters.
            r"expected (?P<expected>.+?), actual (?P<actual>DispatchKeySet\(.*?\)|[^\s.]+)(?:\. .*)?$"
        ),
        _tensor,
    ),
    (
        re.compile(
            r"tensor '(?P<source>.+?)' Tensor device index mismatch\. "
            r"Expected device index to be (?P<expected>-?\d+), actual (?P<actual>-?\d+)"
        ),
        _device,
    ),
    (
        re.compile(r"tensor '(?P<source>.+?)' requires_grad mismatch\. expected requires_grad=(?P<expected>\d)"),
        _gradient,
    ),
    (re.compile(r"expected type of '(?P<source>.+)' to be a tensor type, .*found <class '(?P<type>.+)'>"), _no_tensor),
    (re.compile(r"^Duplicate tensor found where not expected!"), _aliases),
    (re.compile(r"^_has_dynamo_dim_marking is present"), _marks),
    (re.compile(r"^_dynamo_(?P<kind>\w+)_indices should be absent but is present"), _marked),
    (
        re.compile(
            r"^_dynamo_(?P<kind>\w+)_indices not a subset: "
            r"runtime (?P<after>\{.*?\}) is not a subset of compiled (?P<before>\{.*?\})"
        ),
        _marked_elsewhere,
    ),
)
