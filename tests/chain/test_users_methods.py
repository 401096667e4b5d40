"""Methods of the user's own classes run as often under an explain as without it."""

from __future__ import annotations

from collections import namedtuple
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

import pytest
import torch

from dynexplain import explain

ran: list[str] = []


def ran_it(name: str) -> None:
    ran.append(name)


def make(name: str) -> Any:
    """A value of a class that notes which of its methods run."""

    class Lists(list[int]):
        def __len__(self) -> int:
            ran_it("len")
            return list.__len__(self)

    class Ints(int):
        def __int__(self) -> int:
            ran_it("int")
            return 3

        def __eq__(self, other: object) -> bool:
            ran_it("eq")
            return int.__eq__(self, other)

        __hash__ = int.__hash__

    class Named(namedtuple("Named", "a b")):
        __slots__ = ()

        def __iter__(self) -> Any:
            ran_it("iter")
            return tuple.__iter__(self)

    class Dicts(dict[str, int]):
        def __len__(self) -> int:
            ran_it("len")
            return dict.__len__(self)

    class Texts(str):
        __slots__ = ()

        def __repr__(self) -> str:
            ran_it("repr")
            return "text"

        def __eq__(self, other: object) -> bool:
            ran_it("eq")
            return str.__eq__(self, other)

        __hash__ = str.__hash__

    class Asked:
        value = 2

        def __getattribute__(self, name: str) -> Any:
            ran_it(name)
            return object.__getattribute__(self, name)

    class Missing:
        def __getattr__(self, name: str) -> Any:
            ran_it(name)
            return 1

    makers: dict[str, Callable[[], Any]] = {
        "a list": lambda: Lists([1, 2]),
        "an int": lambda: Ints(3),
        "a namedtuple": lambda: Named(1, torch.ones(1)),
        "a dict": lambda: Dicts(k=1),
        "a str": lambda: Texts("a"),
        "attributes": Asked,
        "missing attributes": Missing,
    }
    return makers[name]()


FUNCTIONS: dict[str, Callable[[Any, Any], Any]] = {
    "a list": lambda x, v: x + v[0] + len(v),
    "an int": lambda x, v: x + v,
    "a namedtuple": lambda x, v: x + v.a,
    "a dict": lambda x, v: x + dict.__getitem__(v, "k"),
    "a str": lambda x, v: x + (1 if v else 2),
    "attributes": lambda x, v: x + v.value,
    "missing attributes": lambda x, v: x + v.value,
}


@pytest.mark.parametrize("name", FUNCTIONS)
def test_methods_of_the_users_run_as_often_as_without_us(name: str) -> None:
    value = make(name)
    ran.clear()
    expected = torch.compile(FUNCTIONS[name], backend="eager")(torch.ones(2), value)
    alone = list(ran)
    torch._dynamo.reset()
    value = make(name)
    ran.clear()
    out = explain(FUNCTIONS[name])(torch.ones(2), value)
    str(out)
    assert ran == alone
    assert torch.equal(out.result, expected)


def test_a_named_tuple_is_copied_without_its_own_methods() -> None:
    class Named(namedtuple("Named", "a b")):
        __slots__ = ()

        def __new__(cls, *parts: Any) -> Any:
            ran_it("new")
            return super().__new__(cls, *parts)

        def __iter__(self) -> Any:
            ran_it("iter")
            return tuple.__iter__(self)

    value = Named(torch.ones(2), 3)
    ran.clear()
    explain(lambda n: n.a.add_(1) + n.b, clone_inputs=True)(value)
    assert ran == []
    assert torch.equal(value[0], torch.ones(2))
    changes = explain(lambda n: n.a.add_(1) + n.b)(value).report.changes
    assert [(change.kind, change.name) for change in changes] == [("argument", "n.a")]


@dataclass
class Settings:
    width: int
    scale: float


def test_guards_on_ordinary_objects_are_measured_still() -> None:
    class Net(torch.nn.Module):
        def __init__(self) -> None:
            super().__init__()
            self.settings = Settings(3, 2.0)
            self.layers = torch.nn.ModuleList(torch.nn.Linear(3, 3) for _ in range(2))

        def forward(self, x: Any) -> Any:
            for layer in self.layers:
                x = layer(x) * self.settings.scale + self.settings.width
            return x

    [tree] = explain(Net())(torch.ones(2, 3)).report.guards
    assert tree.cost_ns > 0
