"""The parts of a drawn graph, as values: what a box says and what it is, before any layout engine's syntax."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import Literal

BoxKind = Literal["op", "module", "repeat", "graph", "break", "skip", "input", "return", "more"]
EdgeKind = Literal["data", "link", "order", "hidden"]


@dataclass(frozen=True)
class Box:
    """One box. ``id`` is made here and plain ASCII; ``label``, ``note`` and ``tooltip`` are any text.

    ``note`` is the quieter text beside or below the label. ``graph`` is the graph whose colour it has, -1 for none.
    """

    id: str
    kind: BoxKind
    label: str
    note: str = ""
    tooltip: str = ""
    graph: int = -1

    @property
    def note_is_below(self) -> bool:
        """Whether the note has a line of its own: parameters under their op."""
        return self.kind == "op"


@dataclass(frozen=True)
class Cluster:
    """A frame around boxes: an open graph, or an open module in it."""

    id: str
    label: str
    note: str
    graph: int
    is_graph: bool
    items: tuple[Box | Cluster, ...]


@dataclass(frozen=True)
class Edge:
    """From box to box. ``tail_cluster`` and ``head_cluster`` let it end at a frame instead of at the box in it."""

    tail: str
    head: str
    kind: EdgeKind = "data"
    tail_cluster: str = ""
    head_cluster: str = ""


@dataclass(frozen=True)
class Picture:
    """All that is drawn, in the order the program ran."""

    items: tuple[Box | Cluster, ...]
    edges: tuple[Edge, ...]


@dataclass(frozen=True)
class Part:
    """One step of the picture, with the boxes at which the line of execution enters and leaves it."""

    item: Box | Cluster
    entries: tuple[str, ...]
    exits: tuple[str, ...]
    edges: tuple[Edge, ...] = ()
    inputs: tuple[Box, ...] = ()
    returns: tuple[Box, ...] = ()
    """Inputs and returns are drawn outside its frame."""
    box_of_node: dict[int, str] = field(default_factory=dict)

    @property
    def cluster(self) -> str:
        """The id of its frame, empty for a single box."""
        return self.item.id if isinstance(self.item, Cluster) else ""


def boxes(items: tuple[Box | Cluster, ...]) -> Iterator[Box]:
    """All boxes, in drawing order."""
    for item in items:
        if isinstance(item, Box):
            yield item
        else:
            yield from boxes(item.items)
