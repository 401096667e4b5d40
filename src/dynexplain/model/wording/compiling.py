"""Compilation itself: where a long one is, what was put off, how long all of it took."""

from __future__ import annotations

from .words import duration, plural


def progress(done: int, seconds: float, function: str = "", place: str = "", backend: str = "", ops: int = 0) -> str:
    """Where a long compilation is: what is compiled at the moment, how much is done, how long it has taken."""
    elapsed = f"{seconds:.0f} s" if seconds < 120 else f"{seconds // 60:.0f} min {seconds % 60:.0f} s"
    if backend:
        now = f"{backend} compiles a graph of {plural(ops, 'op')} from `{function}` ({place})"
    elif function:
        now = f"Dynamo traces `{function}` ({place})"
    else:
        now = "running"
    return f"{elapsed} · {now} · {plural(done, 'frame')} compiled so far"


def late(backward: bool, function: str) -> str:
    """What a backend compiles only once it is needed."""
    what = "backward" if backward else "at the first run"
    return f"{what} of `{function}`" if function else f"{what} of a graph"


def to_compile(backward_ns: int) -> str:
    """The label of the figure of all compilation."""
    return "to compile" + (f" · {duration(backward_ns)} of it for the backward" if backward_ns else "")
