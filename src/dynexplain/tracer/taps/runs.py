"""Every run of a compiled graph, noted from inside of what Dynamo makes of the backend's callable.

Dynamo wraps that callable in ``torch._dynamo.disable`` and puts the wrapper where the compiled code finds it
(``compile_and_call_fx_graph`` in torch/_dynamo/output_graph.py). What stands for it in there is named like it,
shows itself like it, and has no frame on the stack. A module becomes a module, around which hooks may run: only what
*its* wrapper calls is replaced.
"""

from __future__ import annotations

import functools
import threading
import time
import weakref
from collections.abc import Callable
from typing import Any

from ...hook import around
from .. import switchboard
from ..recorder import Recorder
from ..records import GraphRecord
from ..signals import is_from_handler
from ..tap import Tap


def noted(compiled: Any, graph: GraphRecord, recorder: Recorder, *, is_disabled: bool) -> Any:
    """The callable that Dynamo is to get from the backend instead of ``compiled``.

    Args:
        compiled: What the backend returned.
        graph: The record of the graph.
        recorder: Whose record it is.
        is_disabled: Whether Dynamo puts ``disable`` around it, which takes off what is around it already.
    """
    import torch
    from torch._dynamo.eval_frame import innermost_fn

    compiled = _recompiled_now(compiled)
    if isinstance(compiled, torch.nn.Module):
        graph.returned = compiled
        return compiled
    if isinstance(compiled, type) or not callable(compiled):
        return compiled
    return _noting(innermost_fn(compiled) if is_disabled else compiled, graph, recorder)


def _noting(compiled: Callable[..., Any], graph: GraphRecord, recorder: Recorder) -> Any:
    """Note each run for as long as the recorder lives and listens.

    The compiled function stays in Dynamo's cache after the session, hence the weak reference and the index.
    """
    reference, index = weakref.ref(recorder), graph.index
    clock, ident = time.perf_counter_ns, threading.get_ident

    def before(*args: Any, **kwargs: Any) -> Any:
        listening = reference()
        if listening is None or not listening.listening:
            return None
        graph = listening.graphs[index]
        first = not graph.runs
        if first:
            listening.tensors_in(graph, args)
        return listening, graph, first, clock()

    def after(state: Any, result: Any, error: BaseException | None) -> Any:
        listening, graph, first, start = state
        graph.note_run(start, clock() - start, ident())
        listening.note_end_of_run(index, error)
        if first and error is None:
            listening.tensors_out(graph, result)
        return result

    def fault(error: Exception) -> bool:
        if is_from_handler(error):
            return False
        if (listening := reference()) is not None:
            listening.note_fault("runs of graphs", error)
        return True

    return functools.update_wrapper(around(compiled, before, after, fault=fault), compiled)


def _recompiled_now(compiled: Any) -> Any:
    # Dynamo does this to what the backend returns, but only where it can see that it is a lazy graph module
    # (torch/_dynamo/output_graph.py, compile_and_call_fx_graph).
    from torch.fx._lazy_graph_module import _LazyGraphModule

    owner = getattr(compiled, "__self__", None)
    if isinstance(owner, _LazyGraphModule) and getattr(compiled, "__name__", "") == "_lazy_forward":
        _LazyGraphModule.force_recompile(owner)
        return owner.forward
    return compiled


def _before_install(self: Any, name: str, value: Any) -> None:
    recorder = switchboard.listener()
    record = recorder.current if recorder is not None else None
    if recorder is None or record is None or not record.graphs or record.graphs[-1].returned is None:
        return
    graph, module = record.graphs[-1], record.graphs[-1].returned
    with recorder.shielded("runs of graphs"):
        from torch._dynamo.eval_frame import OptimizedModule

        if type(value) is OptimizedModule and value._orig_mod is module:
            graph.returned = None
            # As OptimizedModule itself makes it; a module with a lazy part keeps it elsewhere.
            attribute = "_forward" if "_forward" in value.__dict__ else "forward"
            setattr(value, attribute, value.dynamo_ctx(_noting(module.__call__, graph, recorder)))


TAPS = (
    Tap(
        "runs of graphs",
        "torch._dynamo.output_graph:OutputGraph.install_global_unsafe",
        ("name", "value"),
        _before_install,
    ),
)
