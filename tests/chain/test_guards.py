"""What the guards of a compiled function say in plain words, and under which name they stand."""

from __future__ import annotations

import re

import pytest
import torch
from torch import nn

from dynexplain import explain
from dynexplain.model.report import Guard, GuardTree


class Tied(nn.Module):
    """Three layers with one weight, two of them with one bias."""

    def __init__(self) -> None:
        super().__init__()
        self.first, self.second, self.third = nn.Linear(4, 4), nn.Linear(4, 4), nn.Linear(4, 4)
        self.second.weight = self.third.weight = self.first.weight
        self.third.bias = self.first.bias

    def forward(self, x: torch.Tensor) -> torch.Tensor:
        return self.third(self.second(self.first(x)))


def below(tree: GuardTree, name: str) -> list[Guard]:
    return [guard for guard in tree.guards if tree.sources[guard.source].name == name]


def test_names_of_one_object_are_told_together() -> None:
    (tree,) = explain(Tied())(torch.ones(2, 4)).report.guards
    told = "; ".join(guard.text for guard in below(tree, "relations between values"))
    assert sorted(sorted(group.removesuffix(" are one object").split(", ")) for group in told.split("; ")) == [
        ["self.first.bias", "self.third.bias"],
        ["self.first.weight", "self.second.weight", "self.third.weight"],
    ]


def test_sizes_that_belong_together_are_no_global_state() -> None:
    def joined(x: torch.Tensor, y: torch.Tensor) -> torch.Tensor:
        return torch.cat([x, y]) + torch.ones(x.shape[0] * 2)

    (tree,) = explain(joined, dynamic=True)(torch.ones(6), torch.ones(6)).report.guards
    relations = below(tree, "relations between values")
    assert any("x.size()[0]" in guard.text and "y.size()[0]" in guard.text for guard in relations)
    assert not any("size()" in guard.text for guard in below(tree, "global state"))
    assert {guard.kind for guard in below(tree, "global state")} >= {"GLOBAL_STATE", "DEFAULT_DEVICE"}
    # They are a part of the whole, which counts and costs what it did.
    (source,) = (source for source in tree.sources if source.name == "relations between values")
    assert source.guard_count == len(relations)
    assert source.cost_ns == pytest.approx(sum(guard.cost_ns for guard in relations))
    root = tree.sources[source.parent]
    assert root.cost_ns == pytest.approx(sum(guard.cost_ns for guard in tree.guards))


def test_a_function_of_one_tensor_has_no_relations() -> None:
    (tree,) = explain(lambda x: x.sin())(torch.ones(3)).report.guards
    assert "relations between values" not in {source.name for source in tree.sources}


def test_many_names_of_one_object_are_some_and_a_number() -> None:
    class Layers(nn.Module):
        def __init__(self) -> None:
            super().__init__()
            self.layers = nn.ModuleList(nn.Linear(4, 4, bias=False) for _ in range(6))
            for layer in self.layers:
                layer.weight = self.layers[0].weight

        def forward(self, x: torch.Tensor) -> torch.Tensor:
            for layer in self.layers:
                x = layer(x)
            return x

    out = explain(Layers())(torch.ones(2, 4))
    told = "; ".join(guard.text for guard in below(out.report.guards[0], "relations between values"))
    assert re.search(r"self\.layers\[\d\]\.weight, self\.layers\[\d\]\.weight and 4 more are one object", told)
    assert max(map(len, str(out).splitlines())) <= 100
