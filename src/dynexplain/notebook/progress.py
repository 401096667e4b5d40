"""Tells in a notebook where a long compilation is, while it runs.

A thread of its own looks at the recorder now and then, since a conversion or a backend can take minutes without any
event. In scripts, and where nothing takes long, there is neither a thread nor a line.
"""

from __future__ import annotations

import contextlib
import sys
import threading
import time
import uuid
import weakref
from collections.abc import Callable
from html import escape
from typing import TYPE_CHECKING, Any

from ..model import wording
from ..model.places import Places
from ..tracer.stacks import plain_name
from .cells import cell_numbers

if TYPE_CHECKING:
    from ..tracer.recorder import Recorder
    from ..tracer.records import CompileRecord

AFTER_S = 1.0
"""A compilation that is over by then is told of by its result."""
EVERY_S = 0.5

Put = Callable[[str, bool], None]
"""Shows a line; the second says whether it replaces the one before."""


def audience(recorder: Recorder) -> Progress | None:
    """Who tells of a session; nobody outside a notebook."""
    ipython: Any = sys.modules.get("IPython")
    shell: Any = ipython.get_ipython() if ipython is not None else None
    if getattr(shell, "kernel", None) is None:
        return None
    return Progress(recorder, lambda: _putter(shell.display_pub, uuid.uuid4().hex))


class Progress:
    """One line below the running cell, from the first second on until the session is over.

    Args:
        recorder: What is told of.
        begin: Makes a new line where the cell that runs then has its output, and gives what shows it.
    """

    def __init__(self, recorder: Recorder, begin: Callable[[], Put]) -> None:
        # The recorder holds this.
        self._recorder = weakref.ref(recorder)
        self._begin = begin
        self._put: Put = begin()
        self._thread: threading.Thread | None = None
        self._over = threading.Event()
        self._shown = False
        self._lock = threading.Lock()

    def compiling(self) -> None:
        """A conversion begins: start to look, if nobody does."""
        with self._lock:
            if self._thread is None:
                self._over.clear()
                self._put = self._begin()
                self._thread = threading.Thread(target=self._look, name="dynexplain progress", daemon=True)
                self._thread.start()

    def over(self) -> None:
        """Take the line away."""
        with self._lock:
            thread, self._thread = self._thread, None
        if thread is None:
            return
        self._over.set()
        thread.join(EVERY_S)
        if self._shown:
            self._shown = False
            with contextlib.suppress(Exception):
                self._put("", True)

    def _look(self) -> None:
        recorder = self._recorder()
        if recorder is None:
            return
        # What runs here is no part of what is explained.
        recorder.frames.pause()
        started = time.perf_counter()
        wait = AFTER_S
        # A session that was interrupted between any two lines may end without a word.
        while not self._over.wait(wait) and recorder.listening:
            line = told(recorder, time.perf_counter() - started)
            with contextlib.suppress(Exception):
                self._put(line, self._shown)
                self._shown = True
            wait = EVERY_S


def told(recorder: Recorder, seconds: float) -> str:
    """Where a session is, in a line."""
    compiles = list(recorder.compiles)
    under_way = [record for record in compiles if record.duration_ns < 0]
    done = len(compiles) - len(under_way)
    if not under_way:
        return wording.progress(done, seconds)
    current = under_way[-1]
    code = current.inlined or current.code
    name = plain_name(code.co_qualname).rpartition(".<locals>.")[2]
    place = f"{Places(cell_numbers()).label(code.co_filename)}, line {code.co_firstlineno}"
    return wording.progress(done, seconds, name, place, *_with_backend(current))


def _with_backend(record: CompileRecord) -> tuple[str, int]:
    """The backend that has a graph at the moment, and the graph's number of ops."""
    graph = record.graphs[-1] if record.graphs else None
    return (graph.backend, graph.op_count) if graph is not None and not graph.backend_ns else ("", 0)


def _putter(publisher: Any, display_id: str) -> Put:
    def put(line: str, again: bool) -> None:
        text, html = line.replace("`", ""), ""
        if line:
            pieces = [
                f"<code>{escape(piece)}</code>" if number % 2 else escape(piece)
                for number, piece in enumerate(line.split("`"))
            ]
            html = f'<div role="status">{"".join(pieces)}</div>'
        publisher.publish({"text/plain": text, "text/html": html}, transient={"display_id": display_id}, update=again)

    return put
