"""The exception that ended a call: who raised it, where, and what it says."""

from __future__ import annotations

import traceback
from collections.abc import Iterator, Sequence
from types import TracebackType
from typing import Any, Literal, Protocol

from ..records import Stack
from .stacks import below_us, parse_stack, places

Origin = Literal["user", "graph", "dynamo", "backend", "interrupt"]
_CONVERSION = ("/torch/_dynamo/convert_frame.py",)
_STANCE = ("/torch/_dynamo/eval_frame.py", "fail_callback")
"""The function in which torch raises, by file and name, where the stance forbids to compile anew."""
_COMPILED = ("/torch/_inductor/output_code.py", "/torch/_functorch/_aot_autograd/runtime_wrappers.py")
"""Through these torch runs what a backend has made, also of a graph that was compiled before the session."""


class Runs(Protocol):
    """What has to be known of a session to tell whose an exception is; a ``Recorder`` knows it."""

    @property
    def graphs(self) -> Sequence[object]:
        """The graphs that were captured."""

    def raised_in(self, error: BaseException) -> int:
        """The index of the graph that raised an exception which is on its way, -1 for none."""


def origin(error: BaseException, session: Runs) -> tuple[Origin, int]:
    """Who raised, and the index of the graph that ran or was being compiled, -1 for none."""
    from torch._dynamo import exc

    if isinstance(error, KeyboardInterrupt | SystemExit):
        return "interrupt", -1
    if isinstance(error, exc.BackendCompilerFailed):
        return "backend", len(session.graphs) - 1
    if (graph := session.raised_in(error)) >= 0:
        return "graph", graph
    files = [frame.tb_frame.f_code.co_filename.replace("\\", "/") for frame in _frames(error)]
    if (
        isinstance(error, exc.TorchDynamoException)
        or is_of_stance(error)
        or any(file.endswith(_CONVERSION) for file in files)
    ):
        return "dynamo", -1
    return "graph" if any(file.endswith(_COMPILED) for file in files) else "user", -1


def is_of_stance(error: BaseException) -> bool:
    """Whether it is the RuntimeError of ``torch.compiler.set_stance("fail_on_recompile")``."""
    *_, last = (None, *_frames(error))
    code = last.tb_frame.f_code if last is not None else None
    return code is not None and code.co_filename.replace("\\", "/").endswith(_STANCE[0]) and code.co_name == _STANCE[1]


def stack(error: BaseException, origin: Origin) -> Stack:
    """Where it was raised, in the explained code: Dynamo's own account if it has one, else the traceback.

    A graph that runs as Python knows the lines that its nodes are from. Of one that was compiled there is no account:
    the frames are those of generated code, and of the line where the function begins.
    """
    if origin == "graph":
        return _in_graph(error)
    if is_of_stance(error):
        return ()
    real = places(getattr(error, "real_stack", None))
    if real:
        return real
    frames = places(traceback.extract_tb(error.__traceback__))
    machinery = ("/torch/_dynamo/", "/torch/nn/modules/module.py")
    return tuple(place for place in below_us(frames) if not any(part in place.file for part in machinery))


def _in_graph(error: BaseException) -> Stack:
    """The user's lines behind the node that failed; the innermost graph's, where a backend has made one of its own."""
    import torch

    found: Stack = ()
    for frame in _frames(error):
        code = frame.tb_frame.f_code
        module: Any = frame.tb_frame.f_locals.get("self") if code.co_name == "forward" else None
        # How Dynamo itself finds the node of a line (torch/_dynamo/output_graph.py, _maybe_preserve_original_meta).
        if issubclass(type(module), torch.fx.GraphModule):
            index = (getattr(module, "_lineno_map", None) or {}).get(frame.tb_lineno - code.co_firstlineno)
            nodes = list(module.graph.nodes)
            if index is not None and index < len(nodes):
                found = parse_stack(nodes[index].meta.get("stack_trace") or "") or found
    return found


def _frames(error: BaseException) -> Iterator[TracebackType]:
    frame = error.__traceback__
    while frame is not None:
        yield frame
        frame = frame.tb_next


def text(error: BaseException) -> str:
    """The traceback as Python prints it."""
    try:
        return "".join(traceback.format_exception(error))
    except BaseException:  # noqa: BLE001  as in `message`
        return f"{type(error).__name__}: {message(error)}"


def message(error: BaseException) -> str:
    """What an exception says; its ``__str__`` is the user's code, and may do anything."""
    try:
        return str(error)
    except BaseException as failure:  # noqa: BLE001  the exception that is on its way must not be replaced by this one
        return f"<its __str__ raised {type(failure).__name__}>"
