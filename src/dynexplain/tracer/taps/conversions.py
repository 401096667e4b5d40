"""Taps on ``convert_frame``: every frame offered to Dynamo, and what became of it.

Dynamo looks at its caller's frame to recognise ``torch._dynamo.disable(recursive=False)``
(``ConvertFrameAssert.__call__`` in torch/_dynamo/convert_frame.py). Without the compiled hook a tap has a frame, so the
taps are on ``_compile``, which comes after that look, and on ``_handle_skip``, which returns before the frame runs.
"""

from __future__ import annotations

import sys
import threading
import time
from typing import Any

from ... import hook
from .. import switchboard
from ..reading import raised
from ..reading.guard_costs import check_cost, leaf_costs
from ..reading.lookup import names_for_guards
from ..reading.stacks import callers
from ..reading.unseen import unseen
from ..reading.wrapped import called_through, owner_of, receiver_of, wrapped_by
from ..recorder import Recorder
from ..records import AttemptRecord, CompileRecord, RefusalRecord
from ..tap import Tap
from .breaks import unlogged_break


def _before_compile(*args: Any, **kwargs: Any) -> Any:
    recorder = switchboard.listener()
    if recorder is None:
        return None
    assert _COMPILE.signature is not None
    given = _COMPILE.signature.bind(*args, **kwargs).arguments
    frame = given.get("frame")
    record = CompileRecord(
        id=str(given["compile_id"]),
        code=given["code"],
        start_ns=time.perf_counter_ns(),
        thread=threading.get_ident(),
        above=(),
    )
    with recorder.shielded("compilations"):
        _look_inside(record, frame)
    if recorder.entry_code is None or recorder.entry_code is record.code:
        recorder.note_state(around=False)
    recorder.touch(record.code)
    recorder.begin_compile(record)
    return recorder, record, frame


def _after_compile(state: Any, result: Any, error: BaseException | None) -> Any:
    recorder, record, frame = state
    record.duration_ns = time.perf_counter_ns() - record.start_ns
    recorder.end_compile(record, failed=error is not None)
    if error is None:
        with recorder.shielded("compilations"):
            _finish(recorder, record, result, frame)
    else:
        with recorder.shielded("errors"):
            record.error_kind = type(error).__name__
            record.error_message = raised.message(error)
            unlogged_break(recorder, record, error)
    return result


def _look_inside(record: CompileRecord, frame: Any) -> None:
    """Built-in functions and torch's own modules are compiled through a wrapper, others have one: what is in it."""
    code = record.code
    if frame is None:
        return
    record.owner, record.owner_class = owner_of(frame.f_locals)
    if code.co_name != "inner" or not code.co_filename.endswith("external_utils.py"):
        if code.co_freevars and (inner := wrapped_by(code, frame.f_locals)) is not None:
            record.wraps, record.wrapped = inner
        record.receiver = receiver_of(code, frame.f_locals)
        return
    called = called_through(frame.f_locals.get("fn"))
    record.inlined, record.wraps = called.code, called.name
    record.inlined_bound, record.inlined_self = called.bound, called.receiver


def _finish(recorder: Recorder, record: CompileRecord, result: Any, frame: Any) -> None:
    record.skip_reason = result.skip_reason or ""
    guarded = result.guarded_code
    if guarded is None:
        return
    # Dynamo's compiled functions live as long as this code, and are not to live as long as our records.
    record.new_code = hook.stand_in(guarded.code)
    record.guard_root = getattr(guarded.guard_manager, "root", None)
    if recorder.entry_code is None:
        recorder.entry_code = record.code
    if recorder.entry_code is record.code:
        record.guard_manager = guarded.guard_manager
        if frame is not None:
            record.guard_names = names_for_guards(frame.f_globals)
    if record.guard_root is not None and frame is not None:
        record.guard_ns, record.guard_stable = check_cost(record.guard_root, frame.f_locals)
        with recorder.shielded("guard costs"):
            record.leaf_ns = leaf_costs(record.guard_root, frame.f_locals, frame.f_globals, record.guard_ns)


def _before_trace(*args: Any, **kwargs: Any) -> AttemptRecord | None:
    recorder = switchboard.listener()
    record = recorder.current if recorder is not None else None
    if record is None:
        return None
    attempt = AttemptRecord(time.perf_counter_ns(), 0, "", first_graph=len(record.graphs))
    record.attempts.append(attempt)
    return attempt


def _after_trace(attempt: AttemptRecord, result: Any, error: BaseException | None) -> Any:
    attempt.duration_ns = time.perf_counter_ns() - attempt.start_ns
    # Only RestartAnalysis has this attribute; other exceptions end the conversion.
    if isinstance(error, Exception) and hasattr(error, "restart_reason"):
        attempt.restart = error.restart_reason or type(error).__name__
        recorder = switchboard.listener()
        if recorder is not None and recorder.current is not None:
            # A backend may ask for another analysis; the graph that it was given is thrown away.
            recorder.forget_graphs(recorder.current, attempt.first_graph)
    return result


def _before_skip(self: Any, result: Any, frame: Any) -> None:
    recorder = switchboard.listener()
    if recorder is not None and result.skip_reason is not None and result.guarded_code is None:
        with recorder.shielded("skipped frames"):
            code, reason = frame.f_code, result.skip_reason
            recorder.touch(code)
            hidden = unseen(frame) if reason.startswith(_NO_TENSOR) else ()
            recorder.skip(code, reason, hidden, _called_module(frame))


def _called_module(frame: Any) -> str:
    """The class of a module that was compiled in place and is called, if its ``forward`` is torch's own.

    ``_call_impl`` is the same code for all modules, and offered only once.
    """
    code = frame.f_code
    if code.co_name not in ("_call_impl", "forward") or _MODULES not in code.co_filename:
        return ""
    module = frame.f_locals.get("self")
    forward = getattr(getattr(type(module), "forward", None), "__module__", "") or ""
    in_place = object.__getattribute__(module, "__dict__").get("_compiled_call_impl") is not None
    return type(module).__name__ if in_place and forward.startswith("torch.") else ""


def _before_unimplemented(*args: Any, **kwargs: Any) -> None:
    recorder = switchboard.listener()
    if recorder is not None:
        with recorder.shielded("refused frames"):
            _refuse(recorder, kwargs, sys._getframe(1))


def _refuse(recorder: Recorder, given: dict[str, Any], caller: Any) -> None:
    # The code object is a local of ConvertFrameAssert.__call__, or a free variable of a function inside _compile.
    # Without the compiled hook our own frame is between.
    above = callers(caller, from_file=_CONVERSION, to_file=_EVALUATION)
    for _ in range(4):
        code = caller.f_locals.get("code") if caller is not None else None
        if code is not None:
            recorder.refuse(
                RefusalRecord(
                    kind=given.get("gb_type", ""),
                    context=given.get("context", ""),
                    explanation=given.get("explanation", ""),
                    hints=tuple(given.get("hints", ())),
                    code=code,
                    time_ns=time.perf_counter_ns(),
                    above=above,
                )
            )
            return
        caller = caller.f_back if caller is not None else None


_NO_TENSOR = "no tensor-related objects"
_MODULES = "torch/nn/"
_CONVERSION = "torch/_dynamo/convert_frame.py"
_EVALUATION = "torch/_dynamo/eval_frame.py"
_MODULE = "torch._dynamo.convert_frame"
_COMPILE = Tap(
    "compilations",
    f"{_MODULE}:_compile",
    ("code", "compile_id", "frame"),
    _before_compile,
    _after_compile,
    # The compiler itself runs tens of thousands of frames.
    pausing=True,
)
TAPS = (
    _COMPILE,
    Tap("restarts", f"{_MODULE}:trace_frame", (), _before_trace, _after_trace),
    Tap("skipped frames", f"{_MODULE}:CatchErrorsWrapper._handle_skip", ("result", "frame"), _before_skip),
    Tap("refused frames", f"{_MODULE}:unimplemented", ("gb_type",), _before_unimplemented),
)
