"""Tap that keeps each thread's compiled code in its own cache region.

Dynamo keeps the number of the region that a call works in once for the whole process (``compile_wrapper`` in
torch/_dynamo/eval_frame.py sets it when a call begins, and back when it ends). Where calls on several threads overlap,
the one that converts would put its code into the region of the one that began or ended last: the code of an explain
would be found by the user's calls, and the user's would go with the explain. So around each conversion the number is
that of the innermost compiled call of the thread itself.
"""

from __future__ import annotations

import sys
from typing import Any

from ... import hook
from ..state import unlinked
from ..tap import Tap

_LONGEST = 60
"""Seconds. Nothing is lost but one compilation if it is not enough."""
_EVALUATION = "torch/_dynamo/eval_frame.py"


def _own_region() -> int | None:
    from torch._dynamo.eval_frame import _TorchDynamoContext

    for frame in unlinked.outwards(sys._getframe(1)):
        code = frame.f_code
        if code.co_name == "compile_wrapper" and code.co_filename.replace("\\", "/").endswith(_EVALUATION):
            context = frame.f_locals.get("self")
            if issubclass(type(context), _TorchDynamoContext):
                return getattr(context, "_isolate_recompiles_id", None)
    return None


def _before_convert(*args: Any, **kwargs: Any) -> int | None:
    region = _own_region()
    if region is not None:
        _set(region)
    return region


def _after_convert(region: int, result: Any, error: BaseException | None) -> Any:
    # Dynamo stores the result right after this.
    _set(region)
    return result


def _set(region: int) -> None:
    from torch._C._dynamo import eval_frame

    eval_frame.set_eval_frame_isolate_recompiles_id(region)


def wait_for_others() -> None:
    """Let conversions end that began before the tap was there, on other threads: they would end in our region.

    The first conversion of our own call would wait for them as well.
    """
    from torch._dynamo.convert_frame import compile_lock

    if compile_lock.acquire(timeout=_LONGEST):
        compile_lock.release()


# Dynamo looks at its caller's frame there (torch/_dynamo/convert_frame.py): only a tap without one may come in between.
TAPS = (
    (
        Tap(
            "cache regions",
            "torch._dynamo.convert_frame:ConvertFrame.__call__",
            ("frame",),
            _before_convert,
            _after_convert,
        ),
        Tap(
            "cache regions",
            "torch._dynamo.convert_frame:ConvertFrameAssert.__call__",
            ("frame",),
            _before_convert,
            _after_convert,
        ),
    )
    if hook.available()
    else ()
)
