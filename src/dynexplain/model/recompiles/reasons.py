"""Why a value is another one each time: the function writes it, or each of several modules has its own."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from ...tracer.records import CompileRecord
from ..report import FailedGuard
from ..source.places import Places
from .changes import advice
from .writes import codes_of, line_of_pick, line_of_write


def better_advice(
    record: CompileRecord, compiled: Mapping[str, CompileRecord], failed: Sequence[FailedGuard], places: Places
) -> str:
    """What would avoid a recompile, seen from the program; empty where the guard alone tells.

    Args:
        record: What was compiled again.
        compiled: All compilations by their id.
        failed: What differs from the nearest version.
        places: For locations.
    """
    entry = compiled.get(failed[0].compile_id) if failed else None
    if entry is None:
        return ""
    other_owner = bool(record.owner) and bool(entry.owner) and record.owner != entry.owner
    own = next((one for one in failed if one.name.startswith("self.") and " == " in one.code), None)
    if other_owner and own is not None and record.owner_class == entry.owner_class:
        return advice.of_each_instance(record.owner_class, own.name)
    first = failed[0]
    codes = codes_of(record)
    length = first.code.startswith(("len(", "not "))
    if not first.name or not (length or " == " in first.code) or ".size(" in first.name:
        return ""
    written = line_of_write(codes, first.name, length=length)
    picks = None if written or length else line_of_pick(codes, first.name)
    found = written or picks
    if found is None:
        return ""
    place = places.location_of(found[0].co_filename, found[1])
    where = f"{place.label}{', line ' if place.label.startswith('cell ') else ':'}{place.line}"
    if picks:
        return advice.picks_an_item(first.name, where)
    if length:
        return advice.grown_inside(first.name, where)
    number = advice.is_number(first.expected)
    return advice.written_inside(first.name, where, number=number)
