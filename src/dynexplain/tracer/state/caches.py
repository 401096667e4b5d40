"""Dynamo's per-code state: what an explain finds, opens, and puts back.

Dynamo keeps cache entries and one execution strategy per code object. A code object that Dynamo gave up on is marked
"skip" for everyone: an explain of a function that was compiled before would see nothing of it. So for the time of an
``explain`` those marks are lifted. Entries of other compiled functions are never touched, and codes that nobody knew
before are forgotten again.

Torch does not tell how a code object is marked. A mark that was lifted is therefore not written back by guess, which
could switch off for good what was only never compiled: Dynamo comes to the same mark by itself at the next call.
"""

from __future__ import annotations

from collections.abc import Iterable
from types import CodeType
from typing import Any


def lift_marks() -> None:
    """Let Dynamo look again at every code object that it has seen, also at those it gave up on."""
    from torch._C._dynamo.eval_frame import set_code_exec_strategy
    from torch._dynamo import convert_frame

    default = _strategy("DEFAULT")
    for reference in list(convert_frame.input_codes.seen):
        code = reference()
        if code is not None:
            set_code_exec_strategy(code, default)


def put_back(touched: Iterable[CodeType], regions: Iterable[int]) -> None:
    """Take away what a session's conversions left on the codes that they touched.

    Args:
        touched: Code offered to Dynamo in the session.
        regions: The session's own cache regions (``isolate_recompiles``).
    """
    from torch._C._dynamo.eval_frame import (
        _get_cache_entries_for_region,
        _get_total_cache_entry_count,
        reset_code,
        set_code_exec_strategy,
    )
    from torch._dynamo.guards import DeletedGuardManagerWrapper

    default = _strategy("DEFAULT")
    own = [region for region in regions if region >= 0]
    for code in touched:
        made_here = [entry for region in own for entry in _get_cache_entries_for_region(code, region)]
        if len(made_here) == _get_total_cache_entry_count(code):
            reset_code(code)
            continue
        # Others have compiled this code as well: theirs stay.
        for entry in made_here:
            state: Any = getattr(entry.guard_manager, "extra_state", None)
            if state is not None:
                state.invalidate(entry, DeletedGuardManagerWrapper("made for an explanation that is over"))
        set_code_exec_strategy(code, default)


def _strategy(action: str) -> Any:
    """What Dynamo does with a frame of some code; with the frames that it calls, always the default."""
    from torch._dynamo import types

    actions: Any = types
    return actions.FrameExecStrategy(getattr(actions.FrameAction, action), actions.FrameAction.DEFAULT)
