"""Code objects that are recorded as copies, and die as early as without records."""

from __future__ import annotations

import gc
import weakref
from typing import Any

import pytest

from dynexplain import hook

pytestmark = pytest.mark.skipif(not hook.available(), reason="the compiled part is missing")


def made(name: str = "f") -> Any:
    space: dict[str, Any] = {}
    exec(f"def {name}(): return 1", space)
    return space[name]


def test_frames_are_recorded_as_of_the_copy() -> None:
    function = made()
    copy = hook.stand_in(function.__code__)
    assert copy is not function.__code__
    assert hook.stand_in(function.__code__) is copy
    assert hook.original(copy) is function.__code__
    hook.start()
    try:
        function()
    finally:
        hook.stop()
    assert any(code is copy for code in hook.take().codes)


def test_the_code_dies_while_its_records_live() -> None:
    function = made()
    copy = hook.stand_in(function.__code__)
    gone = weakref.ref(function.__code__)
    hook.start()
    function()
    hook.stop()
    del function
    gc.collect()
    assert gone() is None
    assert hook.original(copy) is copy
    assert any(code is copy for code in hook.take().codes)


def test_many_come_and_go() -> None:
    functions = [made(f"f{number}") for number in range(500)]
    copies = [hook.stand_in(function.__code__) for function in functions]
    del functions[::3]
    gc.collect()
    hook.start()
    for function in functions:
        function()
    hook.stop()
    recorded = {id(code) for code in hook.take().codes}
    assert recorded >= {id(copy) for number, copy in enumerate(copies) if number % 3}
    others = [made() for _ in range(500)]
    hook.start()
    for function in others:
        function()
    hook.stop()
    recorded = {id(code) for code in hook.take().codes}
    assert recorded >= {id(function.__code__) for function in others}
    assert recorded.isdisjoint(map(id, copies))
