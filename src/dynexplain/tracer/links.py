"""Which graph's results another graph takes: tensors recognised by identity."""

from __future__ import annotations

import weakref
from typing import Any

from .records import GraphRecord, LinkRecord


class Tensors:
    """Recognises a tensor that one graph returned when a later graph takes it.

    Holds weak references only. Identity is enough: a tensor that Python changed in between is another object.
    """

    def __init__(self) -> None:
        self._known: dict[int, tuple[Any, int, int]] = {}

    def taken(self, graph: GraphRecord, args: tuple[Any, ...]) -> list[LinkRecord]:
        """The links that end in the arguments of a run."""
        links = []
        for position, value in enumerate(args):
            known = self._known.get(id(value))
            if known is not None and known[0]() is value:
                links.append(LinkRecord(known[1], known[2], graph.index, position))
        return links

    def returned(self, graph: GraphRecord, result: Any) -> None:
        """Remember what a run returned."""
        import torch

        results = result if isinstance(result, tuple | list) else (result,)
        for position, value in enumerate(results):
            if isinstance(value, torch.Tensor):
                self._known[id(value)] = (weakref.ref(value), graph.index, position)
