"""Builds graphs of a report by hand, for the shapes that recorded reports do not have."""

from __future__ import annotations

from dataclasses import dataclass, field

from dynexplain.model.report import FoldTree, Graph, Location, NodeTable


def place(line: int = 1, code: str = "", function: str = "forward", *, column: int = -1, end: int = -1) -> Location:
    """A line of the user's own ``train.py``."""
    return Location("train.py", line, function, "train.py", code, column=column, end_column=end)


@dataclass
class GraphDraft:
    """A graph while it is written down, node by node; ``finish`` makes the frozen value."""

    strings: list[str] = field(default_factory=list)
    columns: dict[str, list[int]] = field(default_factory=lambda: {key: [] for key in NODE_COLUMNS})
    names: list[str] = field(default_factory=list)
    inputs: list[tuple[int, ...]] = field(default_factory=list)
    owner: list[int] = field(default_factory=list)
    groups: list[tuple[str, str, str, str, int, int]] = field(default_factory=list)

    def text(self, value: str) -> int:
        """The index of an interned string."""
        if value not in self.strings:
            self.strings.append(value)
        return self.strings.index(value)

    def node(self, op: str, role: str, target: str, reads: tuple[int, ...] = (), group: int = -1, **more: str) -> int:
        """Add a node; ``more`` may set name, args, shape, dtype, qualified."""
        number = len(self.names)
        self.names.append(more.get("name", f"{target}_{number}"))
        values = {"op": op, "role": role, "target": target, "qualified": more.get("qualified", f"torch.{target}")}
        values |= {
            "args": more.get("args", ""),
            "shape": more.get("shape", "[2, 8]"),
            "dtype": more.get("dtype", "f32"),
        }
        for key, value in values.items():
            self.columns[key].append(self.text(value))
        self.columns["stack"].append(-1)
        self.inputs.append(reads)
        self.owner.append(group)
        return number

    def input(self, target: str, **more: str) -> int:
        """Add an argument of the graph."""
        return self.node("placeholder", "input", target, **more)

    def parameter(self, path: str) -> int:
        """Add a parameter of the model."""
        return self.node("placeholder", "parameter", path)

    def op(self, target: str, *reads: int, group: int = -1, **more: str) -> int:
        """Add a call."""
        return self.node("call_function", "op", target, reads, group, **more)

    def output(self, *reads: int) -> int:
        """Add the output."""
        return self.node("output", "output", "output", reads)

    def group(self, name: str, parent: int = -1, *, type: str = "Module", kind: str = "module", count: int = 1) -> int:
        """Add a group of the module tree."""
        above = self.groups[parent] if parent >= 0 else None
        # A turn of a repeat carries the repeat's own name in its name: encoder.layer holds layer.0.
        prefix = (above[1].removesuffix(above[0]) if above[3] == "repeat" else f"{above[1]}.") if above else ""
        path = f"{prefix}{name}"
        self.groups.append((name, path, type, kind, count, parent))
        return len(self.groups) - 1

    def finish(self, index: int = 0, ended_by: int = -1, function: str = "forward") -> Graph:
        """The graph, with the ops of each group counted."""
        calls = [self.strings[op].startswith("call") for op in self.columns["op"]]
        counts = [0] * len(self.groups)
        for owner, is_call in zip(self.owner, calls, strict=True):
            while owner >= 0:
                counts[owner] += is_call
                owner = self.groups[owner][5]
        name, path, kind_type, kind, count, parent = zip(*self.groups, strict=True) if self.groups else ((),) * 6
        tree = FoldTree("module", name, path, kind_type, kind, count, parent, tuple(counts), tuple(self.owner))
        table = NodeTable(
            strings=tuple(self.strings),
            name=tuple(self.names),
            inputs=tuple(self.inputs),
            **{key: tuple(values) for key, values in self.columns.items()},
        )
        return Graph(
            index=index,
            compile_id=f"{index}/0",
            function=function,
            location=place(10, function=function),
            op_count=sum(calls),
            nodes=table,
            trees=(tree,),
            ended_by=ended_by,
            backend="eager",
            backend_ns=2_000_000,
            runs=1,
            run_ns=1_500_000,
        )


DEFAULTS = {"args": "", "shape": "[2, 8]", "dtype": "f32"}
NODE_COLUMNS = ("op", "role", "target", "qualified", "args", "shape", "dtype", "stack")


def chain(*targets: str, index: int = 0, ended_by: int = -1, source: str = "x") -> Graph:
    """A graph that applies one op after another to one input."""
    draft = GraphDraft()
    last = draft.input(source)
    for target in targets:
        last = draft.op(target, last)
    draft.output(last)
    return draft.finish(index, ended_by)


def transformer(layers: int = 12) -> Graph:
    """A model like BERT: embeddings, equal layers with residual edges, a pooler."""
    draft = GraphDraft()
    ids = draft.input("input_ids", shape="[1, 16]", dtype="i64")
    outside = draft.group("embeddings", type="BertEmbeddings")
    last = draft.op("embedding", ids, draft.parameter("embeddings.word.weight"), group=outside)
    last = draft.op("layer_norm", last, draft.parameter("embeddings.norm.weight"), group=outside)
    encoder = draft.group("encoder", type="BertEncoder")
    repeat = draft.group("layer", encoder, type="BertLayer", kind="repeat", count=layers)
    for number in range(layers):
        layer = draft.group(f"layer.{number}", repeat, type="BertLayer")
        attention = draft.group("attention", layer, type="BertAttention")
        weight = draft.parameter(f"encoder.layer.{number}.attention.query.weight")
        query = draft.op("linear", last, weight, group=attention)
        mixed = draft.op("scaled_dot_product_attention", query, last, group=attention)
        last = draft.op("add", mixed, last, group=layer)
        last = draft.op("gelu", last, group=layer)
    pooler = draft.group("pooler", type="BertPooler")
    last = draft.op("linear", last, draft.parameter("pooler.dense.weight"), group=pooler)
    last = draft.op("tanh", last, group=pooler)
    draft.output(last)
    return draft.finish()


def huge(nodes: int = 10_000) -> Graph:
    """Very many ops in nested groups of ten."""
    draft = GraphDraft()
    last = draft.input("x")
    outer = inner = -1
    for number in range(nodes):
        if number % 1000 == 0:
            outer = draft.group(f"block.{number // 1000}", type="Block")
        if number % 10 == 0:
            inner = draft.group(f"part.{number // 10 % 100}", outer, type="Part")
        last = draft.op("add", last, max(0, last - 3), group=inner)
    draft.output(last)
    return draft.finish()
