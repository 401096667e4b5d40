"""What dynexplain knows about each kind of graph break, one entry a kind, in files by family.

In comes the name of a kind; out goes its entry, which adds to what torch's registry says of it. Who adds a kind adds an
entry to one file. Whether an entry's advice holds for a break is asked elsewhere, by the conditions that it names.
"""

from __future__ import annotations

from collections.abc import Iterable

from ..kind import Kind
from . import (
    autograd,
    calls,
    contexts,
    control_flow,
    data_structures,
    higher_order,
    modules,
    numpy,
    objects,
    operators,
    tensors,
    unnamed,
    values,
)

FAMILIES = (
    values,
    control_flow,
    calls,
    contexts,
    tensors,
    numpy,
    operators,
    higher_order,
    autograd,
    modules,
    objects,
    data_structures,
    unnamed,
)


def index(entries: Iterable[Kind]) -> dict[str, Kind]:
    """Entries by name.

    Raises:
        ValueError: There are two of one name.
    """
    found: dict[str, Kind] = {}
    for entry in entries:
        if found.setdefault(entry.name, entry) is not entry:
            raise ValueError(f"two entries for the kind {entry.name!r}")
    return found


ALL = index(entry for family in FAMILIES for entry in family.KINDS)
_BY_PATTERN = [entry for entry in ALL.values() if entry.pattern is not None]


def find(name: str) -> Kind:
    """The entry of a kind; one that says nothing if there is none."""
    if (known := ALL.get(name)) is not None:
        return known
    return next((kind for kind in _BY_PATTERN if kind.pattern is not None and kind.pattern.search(name)), Kind(name))
