"""Folding: groups by nesting, ×N for series of alike groups, no cycles."""

from __future__ import annotations

from dynexplain.model.graphs.folding import Level, fold


def levels(*paths: str) -> list[tuple[Level, ...]]:
    """One node per path; its levels are the path's prefixes."""
    made = []
    for path in paths:
        parts = path.split("/") if path else []
        made.append(
            tuple(
                Level("/".join(parts[: i + 1]), part, "/".join(parts[: i + 1]), part.rstrip("0123456789."))
                for i, part in enumerate(parts)
            )
        )
    return made


def shape(*paths: str, labels: list[str] | None = None) -> list[tuple[str, str, int, int, int]]:
    tree = fold("module", levels(*paths), labels or ["op"] * len(paths), [True] * len(paths))
    return list(zip(tree.name, tree.kind, tree.count, tree.parent, tree.op_count, strict=True))


def test_nodes_in_a_row_share_their_group() -> None:
    assert shape("a", "a", "b") == [("a", "module", 1, -1, 2), ("b", "module", 1, -1, 1)]


def test_groups_nest_and_count_what_is_in_them() -> None:
    assert shape("a/x", "a/y", "a") == [
        ("a", "module", 1, -1, 3),
        ("x", "module", 1, 0, 1),
        ("y", "module", 1, 0, 1),
    ]


def test_a_module_that_is_called_twice_is_two_groups_so_that_nothing_goes_in_circles() -> None:
    assert [row[0] for row in shape("a", "", "a")] == ["a", "a"]


def test_a_series_of_alike_groups_becomes_one_with_a_count() -> None:
    assert shape("layer.0", "layer.1", "layer.2") == [
        ("layer", "repeat", 3, -1, 3),
        ("layer.0", "module", 1, 0, 1),
        ("layer.1", "module", 1, 0, 1),
        ("layer.2", "module", 1, 0, 1),
    ]


def test_groups_that_differ_inside_are_no_series() -> None:
    assert [row[1] for row in shape("layer.0", "layer.1", labels=["linear", "conv"])] == ["module", "module"]


def test_neighbours_with_names_of_their_own_are_no_series() -> None:
    assert [row[1] for row in shape("query", "key", "value")] == ["module"] * 3


def test_an_op_between_two_groups_ends_a_series() -> None:
    assert [row[1] for row in shape("layer.0", "", "layer.1")] == ["module", "module"]


def test_unnamed_members_of_a_sequential_are_called_by_their_class() -> None:
    made = [(Level(str(i), str(i), str(i), "Block"),) for i in range(3)]
    tree = fold("module", made, ["op"] * 3, [True] * 3)
    assert (tree.name[0], tree.count[0]) == ("Block", 3)


def test_nodes_that_are_no_ops_are_in_no_group() -> None:
    tree = fold("module", levels("a", "a"), ["p", "op"], [False, True])
    assert tree.node_group == (-1, 0)
    assert tree.op_count == (1,)
