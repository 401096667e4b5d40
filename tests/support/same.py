"""Whether two runs gave the same: results of any structure, parameters, and whatever else holds tensors."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import torch


def difference(one: Any, other: Any, *, close: bool = False, at: str = "result") -> str:
    """Where two values first differ, empty if they do not.

    Args:
        one: A value with tensors anywhere inside.
        other: What it is to equal.
        close: Accept floats that differ in the last digits.
        at: How to call the values.
    """
    return _Pair(close).difference(one, other, at)


class _Pair:
    def __init__(self, close: bool) -> None:
        self._close = close
        self._seen: set[tuple[int, int]] = set()

    def difference(self, one: Any, other: Any, at: str) -> str:
        if (type(one).__module__, type(one).__qualname__) != (type(other).__module__, type(other).__qualname__):
            return f"{at}: {type(one).__name__} is not {type(other).__name__}"
        if one is other or (id(one), id(other)) in self._seen:
            return ""
        self._seen.add((id(one), id(other)))
        if isinstance(one, torch.Tensor):
            return self._tensors(one, other, at)
        if isinstance(one, Mapping):
            if list(map(str, one)) != list(map(str, other)):
                return f"{at}: keys {list(one)} are not {list(other)}"
            return self._first(zip(one.values(), other.values(), strict=True), at, list(one))
        if isinstance(one, list | tuple):
            if len(one) != len(other):
                return f"{at}: {len(one)} items are not {len(other)}"
            return self._first(zip(one, other, strict=True), at, range(len(one)))
        if isinstance(one, float) and one != one and other != other:
            return ""
        if type(one).__eq__ is object.__eq__ or isinstance(one, torch.nn.Module):
            inside = getattr(one, "__dict__", None)
            return self.difference(inside, getattr(other, "__dict__", None), f"{at}.{type(one).__name__}")
        try:
            return "" if bool(one == other) else f"{at}: {one!r} is not {other!r}"
        except (RuntimeError, ValueError, TypeError):
            return ""  # an array, or something that cannot be compared

    def _first(self, pairs: Any, at: str, names: Any) -> str:
        found = (self.difference(a, b, f"{at}[{name!r}]") for (a, b), name in zip(pairs, names, strict=True))
        return next((text for text in found if text), "")

    def _tensors(self, one: torch.Tensor, other: torch.Tensor, at: str) -> str:
        for name in ("shape", "dtype", "requires_grad", "layout", "device"):
            if getattr(one, name) != getattr(other, name):
                return f"{at}: {name} {getattr(one, name)} is not {getattr(other, name)}"
        one, other = one.detach(), other.detach()
        if one.is_meta or one.layout != torch.strided:
            return ""
        if self._close:
            same = torch.allclose(one, other, rtol=1e-5, atol=1e-6, equal_nan=True)
        else:
            same = torch.equal(one, other) or bool(((one == other) | ((one != one) & (other != other))).all())
        return "" if same else f"{at}: tensors differ by {(one - other).abs().max()}"
