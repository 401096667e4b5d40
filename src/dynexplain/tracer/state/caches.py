"""Dynamo's per-code state: what an explain finds, opens, and puts back.

Dynamo keeps cache entries and one execution strategy per code object. A code object that Dynamo gave up on is marked
"skip" for everyone: an explain of a function that was compiled before would see nothing of it. So for the time of an
``explain`` those marks are lifted. Entries of other compiled functions are never touched, and codes that nobody knew
before are forgotten again.

Torch does not tell how a code object is marked. A mark that was lifted is therefore not written back by guess, which
could switch off for good what was only never compiled: Dynamo comes to the same mark by itself at the next call.

Torch cannot take a single entry away, only invalidate it or drop all of a code object's, and it counts invalid ones
too, up to a limit after which it compiles no more. So the state that users have on the explained code is set aside
meanwhile (``Aside``) where no other thread can miss it; and what others may be using is left for the next session to
tidy up.
"""

from __future__ import annotations

import sys
import threading
import weakref
from collections.abc import Iterable
from types import CodeType
from typing import Any

from . import unlinked

_REASON = "made for an explanation that is over"
_left: list[tuple[list[CodeType], frozenset[int]]] = []
"""Sessions' codes and regions that could not be tidied up yet."""
_crowded: dict[int, weakref.ref[CodeType]] = {}
"""Code with users' entries on which there are invalid ones of ours."""
_asides: dict[int, tuple[CodeType, CodeType, list[weakref.ref[Aside]]]] = {}
"""By the id of a code: it, the copy that has its users' state, and for whom."""


class Aside:
    """Keeps users' state of some code objects out of the way, from ``begin`` to ``end`` or until it is gone.

    One that an interrupt has cut off is noticed by whoever comes next.
    """

    def __init__(self) -> None:
        self._codes: set[int] = set()

    def begin(self, codes: Iterable[CodeType]) -> None:
        """Set aside, unless another thread might be about to run the code: it would have to compile anew."""
        with unlinked.lock:
            _end_asides()
            tidy()
            crowded = [code for reference in list(_crowded.values()) if (code := reference()) is not None]
            alone = not unlinked.others_are_inside() and not _others_know_torch()
            for code in {id(code): code for code in (*codes, *crowded)}.values():
                known = _asides.get(id(code))
                if known is not None:
                    known[2].append(weakref.ref(self))
                elif alone and unlinked.has_state(code):
                    holder = code.replace()
                    # Written down first: whatever interrupts, the state is found again.
                    _asides[id(code)] = (code, holder, [weakref.ref(self)])
                    if not unlinked.exchange(code, holder):
                        del _asides[id(code)]
                if id(code) in _asides:
                    self._codes.add(id(code))

    def end(self, touched: Iterable[CodeType], regions: Iterable[int]) -> None:
        """Put everything back, and take away what the session's conversions left on other code, once nobody minds.

        Args:
            touched: Code offered to Dynamo in the session.
            regions: The session's own cache regions (``isolate_recompiles``); -1 if it had none.
        """
        with unlinked.lock:
            own = frozenset(region for region in regions if region >= 0)
            # What they left on code that was set aside goes as a whole.
            _left.append(([code for code in touched if id(code) not in self._codes], own))
            _end_asides(self)
            tidy()


def _end_asides(ending: Aside | None = None) -> None:
    for key, (code, holder, users) in list(_asides.items()):
        users[:] = [user for user in users if user() not in (None, ending)]
        if not users:
            unlinked.exchange(code, holder)
            del _asides[key]
            unlinked.let_go(code, holder)


def _others_know_torch() -> bool:
    """Whether a function on the stack of another thread has torch among its globals: it may be about to use it."""
    here = threading.get_ident()
    return any(
        "torch" in frame.f_globals or str(frame.f_globals.get("__name__", "")).startswith("torch.")
        for thread, top in sys._current_frames().items()
        if thread != here
        for frame in unlinked.outwards(top)
    )


def lift_marks() -> None:
    """Let Dynamo look again at every code object that it has seen, also at those it gave up on."""
    from torch._C._dynamo.eval_frame import set_code_exec_strategy
    from torch._dynamo import convert_frame

    default = _strategy("DEFAULT")
    for reference in list(convert_frame.input_codes.seen):
        code = reference()
        if code is not None:
            set_code_exec_strategy(code, default)


def tidy() -> None:
    """Put back what sessions have left behind, unless somebody is inside Dynamo and may hold it."""
    from torch._dynamo.convert_frame import compile_lock

    with unlinked.lock:
        unlinked.sweep()
        # Torch itself drops entries under this lock. Whoever has it may be waiting for us.
        if not _left or unlinked.others_are_inside() or not compile_lock.acquire(blocking=False):
            return
        try:
            while _left:
                for code in _left[-1][0]:
                    _forget(code, _left[-1][1])
                _left.pop()
        finally:
            compile_lock.release()


def _forget(code: CodeType, regions: frozenset[int]) -> None:
    from torch._C._dynamo.eval_frame import _get_cache_entries_for_region, reset_code, set_code_exec_strategy
    from torch._dynamo.eval_frame import _debug_get_cache_entry_list
    from torch._dynamo.guards import DeletedGuardManagerWrapper

    made_here = [entry for region in regions for entry in _get_cache_entries_for_region(code, region)]
    for entry in made_here:
        state: Any = getattr(entry.guard_manager, "extra_state", None)
        if state is not None:
            state.invalidate(entry, DeletedGuardManagerWrapper(_REASON))
    managers = [entry.guard_manager for entry in _debug_get_cache_entry_list(code)]
    ours = [getattr(manager, "invalidation_reason", "") == _REASON for manager in managers]
    if not all(ours):
        # Others have compiled this code as well: theirs stay.
        set_code_exec_strategy(code, _strategy("DEFAULT"))
        if any(ours):
            key = id(code)
            _crowded[key] = weakref.ref(code, lambda _: _crowded.pop(key, None))
    elif not unlinked.unlink(code):
        reset_code(code)


def _strategy(action: str) -> Any:
    """What Dynamo does with a frame of some code; with the frames that it calls, always the default."""
    from torch._dynamo import types

    actions: Any = types
    return actions.FrameExecStrategy(getattr(actions.FrameAction, action), actions.FrameAction.DEFAULT)
