"""What was compiled again, would be, or was refused."""

from __future__ import annotations

from collections.abc import Iterable

from ..report import Recompile
from .words import plural


def recompile_count(recompiles: Iterable[Recompile]) -> str:
    """How many there were, and apart from these how many the limit refused; empty for none."""
    made, refused = made_and_refused(recompiles)
    parts = [plural(made, "recompile")] if made else []
    if refused:
        parts.append(f"{refused:,} refused" if made else f"{plural(refused, 'recompile')} refused")
    return ", ".join(parts)


def made_and_refused(recompiles: Iterable[Recompile]) -> tuple[int, int]:
    """How many were carried out, or tried, and how many the recompile limit refused."""
    refused = [one.refused for one in recompiles]
    return len(refused) - sum(refused), sum(refused)


NOTHING_FITTED = "no existing version fitted"
MOST_CHANGES = 4
"""So many things that changed are named in a sentence; the others are counted."""


def listed_changes(changes: list[str]) -> str:
    """All that differs from the nearest version, as part of a sentence."""
    changes = list(dict.fromkeys(changes))
    if len(changes) > MOST_CHANGES + 1:
        rest = len(changes) - MOST_CHANGES
        changes = [*changes[:MOST_CHANGES], f"{plural(rest, 'more difference')} from the nearest version"]
    return "; ".join(changes)


def recompiled(function: str, changed: str, compiled: bool, limit: bool, line: int = 0, *, empty: bool = False) -> str:
    """A recompile, or one that was refused; ``line``: where a function goes on after a break, 0 for a whole one.

    ``empty``: there was nothing to compile, after which Dynamo leaves the function alone.
    """
    what = f"The rest of `{function}` from line {line}" if line else f"`{function}`"
    if compiled:
        return f"{what} was compiled again: {changed}"
    if limit:
        return f"{what} was not compiled again, the recompile limit was hit: {changed}"
    if empty:
        return f"{what} had nothing to compile this time, and is left to Python from now on: {changed}"
    return f"{what} could not be compiled again: {changed}"


def would_recompile(function: str, changed: str, limit: bool = False) -> str:
    """An input that no entry serves; ``limit``: and Dynamo makes no more of them."""
    if limit:
        return f"`{function}` would run as plain Python, since the recompile limit is reached: {changed}."
    return f"`{function}` would be compiled again: {changed}."


def asked_as_recorded(names: list[str]) -> str:
    """The answer is for another global state of torch than that of the code that asks."""
    *first, last = names
    listed = f"{', '.join(first)} and {last}" if first else last
    return f"Asked with {listed} of the recorded call, not of the code that asks."


STATE_NAMES = {
    "grad": "the grad mode",
    "inference": "the inference mode",
    "autocast": "the autocast",
    "autocast_cache": "the autocast",
    "dtype": "the default dtype",
    "device": "the default device",
    "deterministic": "the setting of deterministic algorithms",
    "warn_only": "the setting of deterministic algorithms",
}


def is_served(function: str, compile_id: str, broken: bool = False) -> str:
    """An input that an entry serves; ``broken``: up to a graph break, behind which other guards are asked."""
    if broken:
        return (
            f"`{function}` would not be compiled again up to its first graph break: "
            f"compilation [{compile_id}] serves it. "
            "What comes after the break has guards of its own, which are not asked."
        )
    return f"`{function}` would not be compiled again: compilation [{compile_id}] serves it."
