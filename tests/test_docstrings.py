"""What ``help()`` says of the public names is complete: every parameter is described, and none that is not there."""

from __future__ import annotations

import inspect
import re
from collections.abc import Callable
from typing import Any

import pytest

import dynexplain
from dynexplain import ExplainOutput
from dynexplain.exports import Exports

METHODS = [
    value
    for name, value in (vars(Exports) | vars(ExplainOutput)).items()
    if inspect.isfunction(value) and not name.startswith("_")
]
FUNCTIONS = [dynexplain.explain, dynexplain.optimize, dynexplain.watch, dynexplain.load, *METHODS]


def described(function: Callable[..., Any]) -> set[str]:
    """The parameters of the ``Args`` section."""
    args = re.search(r"^Args:\n((?:    .*\n|\n)+)", (inspect.getdoc(function) or "") + "\n", re.MULTILINE)
    entries = re.findall(r"^    (\w[\w, ]*):", args[1], re.MULTILINE) if args else []
    return {name for entry in entries for name in entry.split(", ")}


@pytest.mark.parametrize("function", FUNCTIONS, ids=lambda function: function.__name__)
def test_every_parameter_is_described_and_no_other(function: Callable[..., Any]) -> None:
    parameters = set(inspect.signature(function).parameters) - {"self"}
    if function is ExplainOutput.would_recompile:
        parameters -= {"args", "kwargs"}  # those of the explained function
    if parameters == {"path"} and function is not dynexplain.load:
        parameters.clear()  # its sentence tells it
    assert described(function) == parameters


@pytest.mark.parametrize("name", dynexplain.__all__)
def test_every_public_name_has_a_docstring_of_its_own(name: str) -> None:
    value = getattr(dynexplain, name)
    assert value.__doc__
    assert value.__doc__ not in {base.__doc__ for base in getattr(value, "__mro__", ())[1:]}


def test_errors_that_are_named_are_errors_of_the_package() -> None:
    for function in FUNCTIONS:
        raised = re.search(r"^Raises:\n((?:    .*\n)+)", (inspect.getdoc(function) or "") + "\n", re.MULTILINE)
        for error in re.findall(r"^    (\w+):", raised[1], re.MULTILINE) if raised else []:
            known = getattr(dynexplain, error, None) or getattr(__import__("builtins"), error)
            assert issubclass(known, Exception)
