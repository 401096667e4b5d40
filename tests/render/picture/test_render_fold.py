"""How a picture is folded, and what folding does to its edges."""

from __future__ import annotations

import msgspec
import pytest

from dynexplain.model.graphs import folding
from dynexplain.model.graphs.folding import Level
from dynexplain.render.picture.fold import LEGIBLE, READABLE
from dynexplain.render.picture.parts import Cluster, boxes
from dynexplain.render.picture.repeats import merge_repeats
from dynexplain.render.picture.stitch import stitch
from support import reports
from support.graphs import GraphDraft, chain


def picture_of(report, *, only=None, by="module", depth=None, **options):
    return stitch(report, only=only, by=by, depth=depth, **options)


def labels_of(picture):
    return [box.label for box in boxes(picture.items)]


def frames(items):
    for item in items:
        if isinstance(item, Cluster):
            yield item
            yield from frames(item.items)


@pytest.mark.parametrize("make", [reports.layered, reports.enormous, reports.three_graphs, reports.many_steps])
@pytest.mark.parametrize("depth", [None, 0, 1, 2, 9])
def test_edges_join_boxes_that_are_there_once_and_never_a_box_to_itself(make, depth):
    picture = picture_of(make(), depth=depth, limit=READABLE if depth is None else 400)
    ids = [box.id for box in boxes(picture.items)]
    assert len(set(ids)) == len(ids)
    pairs = [(edge.tail, edge.head) for edge in picture.edges if edge.kind != "hidden"]
    assert len(set(pairs)) == len(pairs)
    assert all(tail in ids and head in ids and tail != head for tail, head in pairs)


def test_every_op_is_seen_when_everything_is_open():
    labels = labels_of(picture_of(reports.three_graphs(), depth=9, limit=1000))
    assert labels == [
        *("x", "sin", "cos", '✕ 1  print("mean", stats) ran in Python', "mean", "gt"),
        *("✕ 2  if gate > 0: was decided in Python", "mul 2", "add", "return"),
    ]


def test_depth_0_is_one_box_for_each_graph():
    picture = picture_of(reports.three_graphs(), depth=0)
    assert [box.label for box in boxes(picture.items) if box.kind == "graph"] == ["Graph 0", "Graph 1", "Graph 2"]


def test_depth_1_shows_the_outermost_modules():
    labels = labels_of(picture_of(reports.layered(), depth=1))
    assert labels == ["input_ids", "▸ embeddings", "▸ encoder.layer \u00d712", "▸ pooler", "return"]


def test_equal_layers_are_drawn_once_with_their_number():
    picture = picture_of(reports.layered(12))
    assert "encoder.layer \u00d712" in [frame.label for frame in frames(picture.items)]
    assert labels_of(picture).count("scaled_dot_product_attention") == 1
    kept = [edge for edge in picture.edges if edge.kind == "data"]
    last_of_layer = next(box.id for box in boxes(picture.items) if box.label == "gelu")
    into_pooler = [edge for edge in kept if edge.tail == last_of_layer]
    assert len(into_pooler) == 1, "the edge from one layer to the next is what the number stands for"


def test_layers_that_differ_are_not_passed_off_as_equal():
    draft = GraphDraft()
    last = draft.input("x")
    repeat = draft.group("layer", kind="repeat", count=2)
    for number, ops in enumerate((("sin",), ("sin", "cos"))):
        layer = draft.group(f"layer.{number}", repeat)
        for op in ops:
            last = draft.op(op, last, group=layer)
    draft.output(last)
    labels = labels_of(picture_of(reports.report(draft.finish()), depth=9))
    assert labels == ["x", "layer.0: sin", "sin", "cos", "return"]


def test_repeats_within_repeats_are_drawn_once():
    draft = GraphDraft()
    last = draft.input("x")
    outer = draft.group("stage", kind="repeat", count=2)
    for stage in range(2):
        inner = draft.group("layer", draft.group(f"stage.{stage}", outer), kind="repeat", count=3)
        for layer in range(3):
            last = draft.op("sin", last, group=draft.group(f"layer.{layer}", inner))
    draft.output(last)
    picture = picture_of(reports.report(draft.finish()), depth=9)
    assert labels_of(picture) == ["x", "layer \u00d73: sin", "return"]
    assert [frame.label for frame in frames(picture.items)] == ["Graph 0", "stage \u00d72"]


def test_ten_thousand_nodes_become_a_readable_number_of_boxes():
    assert len(labels_of(picture_of(reports.enormous()))) <= READABLE + 4


def test_a_flat_graph_of_some_size_is_still_shown_op_by_op():
    assert labels_of(picture_of(reports.report(chain(*["sin"] * 100)))).count("sin") == 100


def test_a_flat_graph_beyond_that_is_one_box():
    labels = labels_of(picture_of(reports.report(chain(*["sin"] * (LEGIBLE + 100)))))
    assert labels == ["x", "Graph 0", "return"]


def test_parameters_are_written_into_the_op_that_reads_them():
    found = {box.label: box.note for box in boxes(picture_of(reports.layered(), depth=9).items)}
    assert found["embedding"] == "word.weight"
    assert found["linear"] == "dense.weight"


def test_breaks_stand_between_the_graphs_they_part():
    items = picture_of(reports.three_graphs()).items
    kinds = ["open" if isinstance(item, Cluster) else item.kind for item in items]
    assert kinds == ["input", "open", "break", "open", "break", "open", "return"]


def test_a_tensor_goes_straight_from_op_to_op():
    links = [(edge.tail, edge.head) for edge in picture_of(reports.three_graphs()).edges if edge.kind == "link"]
    assert links == [("g0n2", "g1n1"), ("g0n2", "g2n2"), ("g1n2", "g2n3")]


def test_a_break_follows_on_its_graph_and_on_no_op_that_something_else_reads():
    report = reports.three_graphs()
    for drawn in (report, msgspec.structs.replace(report, links=())):  # `watch` records no links
        order = [edge for edge in picture_of(drawn).edges if edge.kind == "order"]
        assert [(edge.tail_cluster or edge.tail, edge.head_cluster or edge.head) for edge in order] == [
            ("cluster_g0", "s1"),
            ("s1", "cluster_g1"),
            ("cluster_g1", "s3"),
            ("s3", "cluster_g2"),
        ]


def test_one_graph_alone_has_its_inputs_and_its_return():
    assert labels_of(picture_of(reports.three_graphs(), only=2)) == ["h", "gate", "mul 2", "add", "return"]


def test_the_middle_of_very_many_steps_is_counted():
    labels = labels_of(picture_of(reports.many_steps()))
    assert "… 181 graphs, 180 breaks more" in labels
    assert len(labels) < 130


def test_many_inputs_share_a_box():
    draft = GraphDraft()
    draft.output(draft.op("cat", *(draft.input(f"x{number}") for number in range(24))))
    assert labels_of(picture_of(reports.report(draft.finish())))[0] == "24 inputs"


def test_equal_neighbours_with_names_of_their_own_stand_side_by_side():
    draft = GraphDraft()
    x = draft.input("x")
    repeat = draft.group("query", type="Linear", kind="repeat", count=3)
    made = [draft.op("linear", x, group=draft.group(name, repeat)) for name in ("query", "key", "value")]
    draft.output(draft.op("cat", *made))
    labels = labels_of(picture_of(reports.report(draft.finish())))
    assert labels == ["x", "query: linear", "key: linear", "value: linear", "cat", "return"]


@pytest.mark.parametrize(
    ("module", "label"),
    [
        ("dense", "dense: linear"),
        ("linear", "linear"),
        ("Linear", "Linear"),
        ("linear1", "linear1"),
        ("act.fn", "act.fn: linear"),
        ("0", "linear"),
    ],
)
def test_a_module_of_one_op_is_one_box_with_both_names(module, label):
    draft = GraphDraft()
    draft.output(draft.op("linear", draft.input("x"), group=draft.group(module)))
    assert labels_of(picture_of(reports.report(draft.finish())))[1] == label


@pytest.mark.parametrize(
    ("args", "label"),
    [
        ("x_0, 2", "pow 2"),
        ("x_0, dim=1", "pow dim=1"),
        ("x_0, (1, 2)", "pow (1, 2)"),
        ("x_0, [x_0, 1], 3", "pow 3"),
        ("", "pow"),
        ("x_0", "pow"),
        ("x_0, None, 0.1, False", "pow 0.1"),
        ("x_0, l_self_modules_very_long_name…, 2", "pow 2"),
        ("x_0, attn_mask=None, dropout_p=0.0, is_causal=False", "pow"),
    ],
)
def test_short_constants_stand_behind_the_name_of_the_op(args, label):
    draft = GraphDraft()
    draft.output(draft.op("pow", draft.input("x"), args=args))
    assert labels_of(picture_of(reports.report(draft.finish())))[1] == label


def test_an_op_with_parameters_is_known_by_those():
    draft = GraphDraft()
    draft.output(draft.op("norm", draft.input("x"), draft.parameter("weight"), args="x_0, weight_1, 1e-12"))
    box = list(boxes(picture_of(reports.report(draft.finish())).items))[1]
    assert (box.label, box.note) == ("norm", "weight")


def test_repeated_children_of_a_sequential_go_by_its_name():
    draft = GraphDraft()
    last = draft.input("x")
    repeat = draft.group("0", draft.group("convs", type="Sequential"), kind="repeat", count=3)
    for number in range(3):
        part = draft.group(str(number), repeat)
        last = draft.op("relu", draft.op("conv2d", last, group=part), group=part)
    draft.output(last)
    picture = picture_of(reports.report(draft.finish()))
    assert [frame.label for frame in frames(picture.items)] == ["Graph 0", "convs \u00d73"]


def test_parts_of_one_class_are_opened_together_or_not_at_all():
    draft = GraphDraft()
    last = draft.input("x")
    for number, size in enumerate((3, 30, 31)):
        stage = draft.group(f"stage{number}", type="Stage")
        for _ in range(size):
            last = draft.op("sin", last, group=stage)
    draft.output(last)
    labels = labels_of(picture_of(reports.report(draft.finish())))
    assert labels == ["x", "▸ stage0", "▸ stage1", "▸ stage2", "return"]


def test_slices_of_a_repeat_change_nothing_of_what_stands_for_what(monkeypatch):
    levels = [(Level(f"layer.{i // 2}", f"layer.{i // 2}", f"layer.{i // 2}", "Layer"),) for i in range(60)]
    options = ("module", levels, ["norm", "linear"] * 30, [True] * 60)
    whole = merge_repeats(folding.fold(*options), range(60))
    monkeypatch.setattr(folding, "MANY", 10)
    monkeypatch.setattr(folding, "SLICE", 4)
    cut = folding.fold(*options)
    assert cut.kind.count("split") == 8
    assert merge_repeats(cut, range(60)).stand_in == whole.stand_in
    assert [
        kind for kind, parent in zip(cut.kind, merge_repeats(cut, range(60)).parent, strict=True) if parent >= -1
    ] == ["repeat"]
