"""Code of the user's objects runs as often in a session as without one."""

from __future__ import annotations

import contextlib
from collections import Counter
from typing import Any

import pytest
import torch
from torch.utils import _pytree

from dynexplain import watch
from dynexplain.watch import Watch

ran: list[str] = []


class Constant:
    def __init__(self, value: int) -> None:
        self.value = value

    def __eq__(self, other: object) -> bool:
        ran.append("==")
        return isinstance(other, Constant) and self.value == other.value

    def __hash__(self) -> int:
        return hash(self.value)


_pytree.register_constant(Constant)


class Callable:
    def __getattr__(self, name: str) -> Any:
        ran.append(f".{name}")
        raise AttributeError(name)

    def __call__(self, x: Any) -> Any:
        return x + 1


class Key(str):
    def __eq__(self, other: object) -> bool:
        ran.append("key ==")
        return str.__eq__(self, other)

    def __hash__(self) -> int:
        return str.__hash__(self)


class Mapping(dict[str, int]):
    def __getitem__(self, key: str) -> int:
        ran.append("[]")
        return super().__getitem__(key)

    def __iter__(self) -> Any:
        ran.append("iter")
        return super().__iter__()


PROGRAMS: dict[str, tuple[Any, list[Any]]] = {
    "a constant that is compared by a guard": (lambda x, c: x + c.value, [Constant(1), Constant(1), Constant(2)]),
    "a callable with attributes of its own": (Callable(), []),
    "a key": (lambda x, d: x + d["a"], [{Key("a"): 1}, {Key("a"): 1}, {Key("a"): 2}]),
    "a mapping": (lambda x, d: x + d["a"], [Mapping(a=1), Mapping(a=1), Mapping(a=2)]),
}


@pytest.mark.parametrize("name", PROGRAMS)
def test_as_often_as_without_a_session(name: str) -> None:
    function, values = PROGRAMS[name]
    seen = []
    # The first round is for what torch itself remembers.
    for session in (contextlib.nullcontext(), contextlib.nullcontext(), watch()):
        torch._dynamo.reset()
        ran.clear()
        with session:
            compiled = torch.compile(function, backend="eager")
            for value in values or [None, None]:
                compiled(torch.ones(3), *([value] if values else []))
        seen.append(Counter(ran))
        if isinstance(session, Watch):
            assert not session.explain_output().report.notes
            assert Counter(ran) == seen[-1]
    assert seen[1] == seen[2]
    assert seen[2]
