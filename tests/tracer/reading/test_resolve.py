"""Values behind guards are looked up without running the user's code."""

from __future__ import annotations

import math
from typing import Any

import pytest
import torch

from dynexplain.tracer.reading.resolve import UnresolvedError, resolve

TENSOR = torch.ones(2, 3)


class Tricky:
    kind = "class attribute"

    def __init__(self) -> None:
        self.plain = 1
        self.asked: list[str] = []

    def __getattr__(self, name: str) -> Any:
        self.asked.append(name)
        return "made up"

    def __getitem__(self, key: Any) -> Any:
        self.asked.append(key)
        return "made up"

    @property
    def computed(self) -> int:
        self.asked.append("computed")
        return 2


@pytest.mark.parametrize(
    ("expression", "value"),
    [
        ("L['d']['a'][1]", 20),
        ("L['t'].plain", 1),
        ("L['t'].kind", "class attribute"),
        ("L['m']._modules['0']._parameters['bias']", None),
        ("len(L['d'])", 1),
        ("G['math'].pi", math.pi),
        ("L['x'].size()[1]", 3),
        ("L['x'].stride()[0]", 3),
    ],
)
def test_dictionaries_are_read(expression: str, value: Any) -> None:
    scope = {
        "L": {
            "d": {"a": [10, 20]},
            "t": Tricky(),
            "m": torch.nn.Sequential(torch.nn.Linear(1, 1, bias=False)),
            "x": TENSOR,
        },
        "G": {"math": math},
    }
    assert resolve(expression, scope) == value


@pytest.mark.parametrize(
    "expression",
    ["L['t'].computed", "L['t'].missing", "L['t']['key']", "L['t'].plain()", "L['nobody']", "X['a']", "L['d'"],
)
def test_what_would_run_code_or_is_not_there_has_no_value(expression: str) -> None:
    tricky = Tricky()
    with pytest.raises(UnresolvedError):
        resolve(expression, {"L": {"t": tricky, "d": {}}, "G": {}})
    assert tricky.asked == []
