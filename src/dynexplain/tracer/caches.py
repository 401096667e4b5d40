"""Dynamo's per-code state: what an explain finds, opens, and puts back.

Dynamo keeps cache entries and one execution strategy per code object. A code object that Dynamo gave up on is marked
"skip" for everyone: an explain of a function that was compiled before would see nothing of it. So for the time of an
``explain`` those marks are lifted, and afterwards everything is as it was: entries of other compiled functions were
never touched, codes that nobody knew before are forgotten, marks are back.
"""

from __future__ import annotations

from collections.abc import Iterable
from types import CodeType
from typing import Any


def has_entries(code: CodeType) -> bool:
    """Whether any compiled function has a cache entry for ``code``."""
    from torch._C._dynamo.eval_frame import _debug_get_cache_entry_list

    return bool(_debug_get_cache_entry_list(code))


class CodeMarks:
    """Lifts Dynamo's skip marks, and puts them back."""

    def __init__(self) -> None:
        self._skipped: list[CodeType] = []

    def lift(self) -> None:
        """Let Dynamo look again at every code object that it has seen and has no entry for.

        Those with entries keep theirs; one that hit the recompile limit ("run only") is let through as well.
        """
        from torch._C._dynamo.eval_frame import set_code_exec_strategy
        from torch._dynamo import convert_frame

        default = _strategy("DEFAULT")
        for reference in list(convert_frame.input_codes.seen):
            code = reference()
            if code is None:
                continue
            if not has_entries(code):
                self._skipped.append(code)
            set_code_exec_strategy(code, default)

    def put_back(self, touched: Iterable[tuple[CodeType, bool]], region: int) -> None:
        """Undo ``lift``, and whatever this session's conversions left on the codes that they touched.

        Args:
            touched: Code offered to Dynamo in the session, and whether somebody had entries for it before.
            region: The session's own cache region (``isolate_recompiles``), -1 if it had none.
        """
        from torch._C._dynamo.eval_frame import reset_code, set_code_exec_strategy

        default = _strategy("DEFAULT")
        for code, had_entries in touched:
            if had_entries:
                _drop_region(code, region)
                set_code_exec_strategy(code, default)
            else:
                reset_code(code)
        # What `lift` opened was most likely marked "skip": Dynamo had seen it and kept nothing for it.
        skip = _strategy("SKIP")
        for code in self._skipped:
            set_code_exec_strategy(code, skip)
        self._skipped.clear()


def _strategy(action: str) -> Any:
    """What Dynamo does with a frame of some code; with the frames that it calls, always the default."""
    from torch._dynamo import types

    actions: Any = types
    return actions.FrameExecStrategy(getattr(actions.FrameAction, action), actions.FrameAction.DEFAULT)


def _drop_region(code: CodeType, region: int) -> None:
    if region < 0:
        return
    from torch._C._dynamo.eval_frame import _get_cache_entries_for_region
    from torch._dynamo.guards import DeletedGuardManagerWrapper

    for entry in _get_cache_entries_for_region(code, region):
        manager: Any = entry.guard_manager
        state = getattr(manager, "extra_state", None)
        if state is not None:
            state.invalidate(entry, DeletedGuardManagerWrapper("made for an explanation that is over"))
