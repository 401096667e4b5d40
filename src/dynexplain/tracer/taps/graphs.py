"""Tap for graphs: each one as it goes to the backend, how long the backend took, and every run of what came back.

The tap is on ``OutputGraph.call_user_compiler`` rather than on the backend: the user's backend stays the very object
that Dynamo guards on, and code that calls ``torch.compile`` itself is observed by the same means.
"""

from __future__ import annotations

import functools
import time
import weakref
from dataclasses import dataclass
from typing import Any

from .. import switchboard
from ..reading.nodes import describe, returned_nodes
from ..recorder import Recorder
from ..records import GraphRecord
from ..tap import Tap
from . import runs
from .runs import noted


@dataclass(slots=True)
class _Compiling:
    recorder: Recorder
    graph: GraphRecord
    is_run: bool
    is_disabled: bool
    start_ns: int = 0


def _before_compiler(self: Any, gm: Any, example_inputs: Any, *args: Any, **kwargs: Any) -> _Compiling | None:
    recorder = switchboard.listener()
    record = recorder.current if recorder is not None else None
    if recorder is None or record is None:
        return None
    state: _Compiling | None = None
    with recorder.shielded("graphs"):
        nodes = describe(gm)
        graph = GraphRecord(
            module=functools.partial(_same, gm) if recorder.keep_modules else weakref.ref(gm),
            nodes=nodes,
            outputs=returned_nodes(gm),
            targets=tuple(node.target for node in gm.graph.nodes if node.op.startswith("call_")),
            op_count=sum(node.op.startswith("call_") for node in nodes),
            backend=_backend_name(self.compiler_fn),
            backend_ns=0,
            index=len(recorder.graphs),
            traced=tuple(getattr(self.tracing_context, "traced_code", ())),
        )
        recorder.graphs.append(graph)
        record.graphs.append(graph)
        state = _Compiling(
            recorder,
            graph,
            # An exported or packaged graph is stored, not run: what is stored must be the backend's own object.
            is_run=not self.export and getattr(self, "package", None) is None,
            # In these two cases Dynamo calls what the backend returns out of a function of its own.
            is_disabled=not getattr(self, "torch_function_subclass_inlined", False) and "specialization" not in gm.meta,
        )
        state.start_ns = time.perf_counter_ns()
    return state


def _after_compiler(state: _Compiling, compiled: Any, error: BaseException | None) -> Any:
    state.graph.backend_ns = time.perf_counter_ns() - state.start_ns
    if error is None and state.is_run:
        with state.recorder.shielded("runs of graphs"):
            return noted(compiled, state.graph, state.recorder, is_disabled=state.is_disabled)
    return compiled


def _same(module: Any) -> Any:
    return module


def _backend_name(backend: Any) -> str:
    seen = 0
    while seen < 10 and (inner := getattr(backend, "_torchdynamo_orig_backend", None)) is not None:
        backend, seen = inner, seen + 1
    for attribute in ("compiler_name", "__name__"):
        name = getattr(backend, attribute, None)
        if isinstance(name, str):
            return name
    return type(backend).__name__


TAPS = (
    Tap(
        "graphs",
        "torch._dynamo.output_graph:OutputGraph.call_user_compiler",
        ("gm", "example_inputs"),
        _before_compiler,
        _after_compiler,
    ),
    *runs.TAPS,
)
