"""Graph records → graphs: node columns, the two ways to fold them, and the links between graphs."""

from __future__ import annotations

import itertools
from collections.abc import Callable

from ...tracer.reading.stacks import parse_stack
from ...tracer.records import CompileRecord, GraphRecord, LinkRecord, NodeRecord
from ..guards.value_names import module_path, readable, users_terms
from ..report import Graph, Link, Location, NodeTable
from ..source.places import Places
from .folding import Level, fold


class _Interned:
    """Strings by index."""

    def __init__(self) -> None:
        self._indices: dict[str, int] = {}

    def __call__(self, text: str) -> int:
        return self._indices.setdefault(text, len(self._indices))

    def strings(self) -> tuple[str, ...]:
        return tuple(self._indices)


def build(record: GraphRecord, compile_record: CompileRecord, ended_by: int, places: Places) -> Graph:
    """Build one graph. ``ended_by`` is the index of the break that ended it, or -1."""
    nodes = record.nodes
    location = places.of_compile(compile_record)
    inside = users_terms(compile_record)
    intern = _Interned()
    targets = [_target(node, inside) for node in nodes]
    table = NodeTable(
        name=tuple(node.name for node in nodes),
        op=tuple(intern(node.op) for node in nodes),
        role=tuple(intern(node.role) for node in nodes),
        target=tuple(intern(target) for target in targets),
        qualified=tuple(intern(node.qualified) for node in nodes),
        args=tuple(intern(node.args) for node in nodes),
        shape=tuple(intern(node.shape) for node in nodes),
        dtype=tuple(intern(node.dtype) for node in nodes),
        stack=tuple(places.stack(parse_stack(node.stack_trace)) for node in nodes),
        inputs=tuple(node.inputs for node in nodes),
        strings=intern.strings(),
    )
    is_op = [node.op.startswith("call_") for node in nodes]
    return Graph(
        index=record.index,
        compile_id=compile_record.id,
        function=location.function,
        location=location,
        op_count=record.op_count,
        nodes=table,
        trees=(
            fold("module", [_modules(node, inside) for node in nodes], targets, is_op),
            fold(
                "source", [_calls(node, compile_record.inlined is not None, places) for node in nodes], targets, is_op
            ),
        ),
        ended_by=ended_by,
        backend=record.backend,
        backend_ns=record.backend_ns,
        runs=record.run_count,
        run_ns=record.run_ns,
    )


def _target(node: NodeRecord, inside: Callable[[str], str]) -> str:
    """What a node is called: an input as it is written, parameters and buffers by their path in the module."""
    if node.op != "placeholder":
        return node.target
    if node.role == "input":
        return readable(inside(node.target))
    return module_path(inside(node.target))


def _modules(node: NodeRecord, inside: Callable[[str], str]) -> tuple[Level, ...]:
    levels = []
    parent = ""
    for expression, kind in node.modules:
        path = module_path(inside(expression))
        if not path or path == parent:
            continue
        name = path.removeprefix(parent + ".") if parent else path
        levels.append(Level(path, name, path, kind))
        parent = path
    return tuple(levels)


def _calls(node: NodeRecord, wrapped: bool, places: Places) -> tuple[Level, ...]:
    """The functions between the one that is compiled and the op, one level per call site."""
    stack = parse_stack(node.stack_trace)
    if wrapped:
        stack = stack[1:]
    levels: list[Level] = []
    for caller, place in itertools.pairwise(stack):
        path = f"{levels[-1].path} › {place.function}" if levels else place.function
        where: Location = places.location(place)
        levels.append(
            Level((caller.file, caller.line, place.function), place.function, path, f"{where.label}:{place.line}")
        )
    return tuple(levels)


def links(records: list[LinkRecord], graphs: list[GraphRecord]) -> tuple[Link, ...]:
    """Tensors that went from one graph straight into another, as node indices."""
    inputs = [[index for index, node in enumerate(graph.nodes) if node.op == "placeholder"] for graph in graphs]
    found = []
    for record in records:
        outputs, taken = graphs[record.from_graph].outputs, inputs[record.to_graph]
        if record.from_output < len(outputs) and record.to_input < len(taken) and outputs[record.from_output] >= 0:
            found.append(Link(record.from_graph, outputs[record.from_output], record.to_graph, taken[record.to_input]))
    return tuple(dict.fromkeys(found))
