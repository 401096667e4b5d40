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
from typing import Any

from .. import hook
from ..model import wording
from ..model.source.places import Places
from ..tracer.reading.cells import cell_numbers
from ..tracer.reading.stacks import plain_name
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
    """A session's part in the line below the running cell.

    Args:
        recorder: What is told of.
        begin: Makes a new line where the cell that runs then has its output, and gives what shows it.
    """

    def __init__(self, recorder: Recorder, begin: Callable[[], Put]) -> None:
        # The recorder holds this.
        self._recorder = weakref.ref(recorder)
        self.begin = begin

    def compiling(self) -> None:
        """A conversion begins: tell of it, if nobody does."""
        _LINE.tell(self)

    def over(self) -> None:
        """Tell no more."""
        _LINE.leave(self)

    def recorder(self) -> Recorder | None:
        """Who listens still. A session that was interrupted between any two lines may have ended without a word."""
        recorder = self._recorder()
        return recorder if recorder is not None and recorder.listening else None


class _Line:
    """The one line, from the first second on until all sessions are over: where they nest, of the innermost one."""

    def __init__(self) -> None:
        self._tellers: list[Progress] = []
        self._thread: threading.Thread | None = None
        self._over = threading.Event()
        self._lock = threading.Lock()

    def tell(self, teller: Progress) -> None:
        with self._lock:
            if teller not in self._tellers:
                self._tellers.append(teller)
            if self._thread is None or not self._thread.is_alive():
                self._over = threading.Event()
                self._thread = threading.Thread(
                    target=self._look, args=(teller.begin(), self._over), name="dynexplain progress", daemon=True
                )
                self._thread.start()

    def leave(self, teller: Progress) -> None:
        with self._lock:
            if teller in self._tellers:
                self._tellers.remove(teller)
            if self._innermost() is not None or self._thread is None:
                return
            thread, self._thread = self._thread, None
            self._over.set()
        thread.join(EVERY_S)

    def _innermost(self) -> Recorder | None:
        return next((found for teller in reversed(self._tellers) if (found := teller.recorder()) is not None), None)

    def _look(self, put: Put, over: threading.Event) -> None:
        started, wait, shown = time.perf_counter(), AFTER_S, False
        while not over.wait(wait):
            recorder = self._innermost()
            if recorder is None:
                break
            if not shown:
                # What runs here is no part of what is explained.
                hook.pause()
            with contextlib.suppress(Exception):
                put(told(recorder, time.perf_counter() - started), shown)
                shown = True
            wait = EVERY_S
        if shown:
            with contextlib.suppress(Exception):
                put("", True)


_LINE = _Line()


def told(recorder: Recorder, seconds: float) -> str:
    """Where a session is, in a line."""
    compiles = list(recorder.compiles)
    under_way = [record for record in compiles if record.duration_ns < 0]
    done = len(compiles) - len(under_way)
    if not under_way:
        return wording.compiling.progress(done, seconds)
    current = under_way[-1]
    code = current.inlined or current.code
    name = plain_name(code.co_qualname).rpartition(".<locals>.")[2]
    place = f"{Places(cell_numbers()).label(code.co_filename)}, line {code.co_firstlineno}"
    return wording.compiling.progress(done, seconds, name, place, *_with_backend(current))


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
