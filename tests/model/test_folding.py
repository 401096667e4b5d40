"""Folding: very wide groups are cut into slices, and what is drawn from them stays the same."""

from __future__ import annotations

import pytest

from dynexplain.model.folding import MANY, SLICE, Level, fold


def folded(*paths: str, labels: list[str] | None = None):
    """The tree of ops in modules: ``"a.b"`` is in ``b`` in ``a``, ``""`` in the graph itself."""
    levels = []
    for path in paths:
        names = path.split(".") if path else []
        at = [".".join(names[: depth + 1]) for depth in range(len(names))]
        levels.append(tuple(Level(place, name, place, "Part") for place, name in zip(at, names, strict=True)))
    return fold("module", levels, labels or [f"op{i % 7}" for i in range(len(paths))], [True] * len(paths))


def items_of(tree, group: int) -> int:
    return tree.parent.count(group) + tree.node_group.count(group)


def test_a_group_of_moderate_width_stays_whole():
    assert "split" not in folded(*["model"] * MANY).kind


@pytest.mark.parametrize("path", ["", "model"])
@pytest.mark.parametrize("ops", [MANY + 1, 500, 100_000])
def test_no_group_has_more_items_than_a_picture_bears(path, ops):
    tree = folded(*[path] * ops)
    assert "split" in tree.kind
    assert max(items_of(tree, group) for group in range(-1, len(tree.name))) <= MANY
    slices = [group for group, kind in enumerate(tree.kind) if kind == "split"]
    assert sum(tree.op_count[group] for group in slices if not tree.parent.count(group)) == ops


def test_a_slice_says_which_part_it_is_and_keeps_the_order():
    tree = folded(*["model"] * 200)
    names = [name for name, kind in zip(tree.name, tree.kind, strict=True) if kind == "split"]
    assert names == ["1–50 of 200", "51–100 of 200", "101–150 of 200", "151–200 of 200"]
    assert all(tree.op_count[group] <= SLICE for group in tree.node_group)
    assert list(tree.node_group) == sorted(tree.node_group)


def test_layers_that_repeat_are_gathered_before_they_are_cut():
    tree = folded(*[f"layer.{i // 2}" for i in range(2 * 400)], labels=["norm", "linear"] * 400)
    repeat = tree.kind.index("repeat")
    assert tree.count[repeat] == 400
    assert {tree.kind[group] for group, parent in enumerate(tree.parent) if parent == repeat} == {"split"}
