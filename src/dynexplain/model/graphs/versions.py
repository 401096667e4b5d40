"""Which graphs are versions of one piece of the program: the same code, compiled again for other inputs."""

from __future__ import annotations

from msgspec.structs import replace

from ...tracer.records import CompileRecord
from ..report import Graph, Recompile


def number(graphs: tuple[Graph, ...], compiles: list[CompileRecord], again: dict[int, Recompile]) -> tuple[Graph, ...]:
    """Give each graph its piece and its version.

    A piece is a code object, what a break left to be resumed being one of its own, and the place of the graph among
    those that one compilation of it made.

    Args:
        graphs: All graphs, by index.
        compiles: All compilations.
        again: The recompiles, by the position of their compilation.
    """
    pieces: dict[tuple[int, int], int] = {}
    versions: dict[int, int] = {}
    found: dict[int, Graph] = {}
    for at, record in enumerate(compiles):
        for position, made in enumerate(record.graphs):
            if made.index >= len(graphs) or record.new_code is None:
                continue
            piece = pieces.setdefault((id(record.code), position), len(pieces))
            versions[piece] = versions.get(piece, 0) + 1
            told = again[at].text.partition(": ")[2] if at in again else ""
            found[made.index] = replace(
                graphs[made.index], piece=piece, version=versions[piece], differs=told.rstrip(".")
            )
    return tuple(found.get(graph.index, graph) for graph in graphs)


def pieces_and_versions(graphs: tuple[Graph, ...]) -> tuple[int, int]:
    """How many pieces there are, and how many versions each has: 0 where they do not all have as many."""
    versions: dict[int, int] = {}
    for graph in graphs:
        key = graph.piece if graph.piece >= 0 else -1 - graph.index
        versions[key] = versions.get(key, 0) + 1
    counts = set(versions.values())
    return len(versions), counts.pop() if len(counts) == 1 else 0
