"""Around an explained call: what it touches of the user's and of Dynamo's is saved before, and put back after it.

Classes, and no ``contextlib.contextmanager``: that would write to the exception that passes through it, and some
exceptions refuse to be written to.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from contextlib import AbstractContextManager
from types import CodeType
from typing import Any

from ...errors import NotExplainableError
from .caches import Aside, lift_marks
from .history import History
from .users_state import Changed, State, cloned


class DynamosState:
    """Within this block Dynamo works as a fresh process would, or with what it remembers; after it, it knows no more.

    Args:
        touched: The code that is offered to Dynamo within the block, by id; it may grow until the end.
        regions: The cache regions that are used within the block; it may grow until the end.
        history: Whose memory of sizes is used.
        lift: Let Dynamo look again at code that it gave up before.
        apart: Code whose state of before is set aside, so that nothing is left on it; with ``lift`` only. None for a
            block in which what was compiled before may run.
    """

    def __init__(
        self,
        touched: dict[int, CodeType],
        regions: list[int],
        history: History,
        *,
        lift: bool,
        apart: Iterable[CodeType] | None = None,
    ) -> None:
        self._touched = touched
        self._regions = regions
        self._history = history
        self._lift = lift
        self._apart = apart
        self._aside = Aside()

    def __enter__(self) -> None:
        if self._lift:
            if self._apart is not None:
                self._aside.begin(self._apart)
            lift_marks()

    def __exit__(self, *error: object) -> None:
        # An interrupt may have struck while the session's own memory was in place.
        self._history.leave()
        self._aside.end(list(self._touched.values()), self._regions)


class Around:
    """Everything that one explained call touches: give the call ``args`` and ``kwargs`` within this block.

    Args:
        function: What is called.
        args, kwargs: Its arguments.
        dynamos: Dynamo's part.
        clone: Give the call clones, and put back what it changed of the rest; else it is only compared.
        shielded: Guards our own reading of the user's objects, see ``Recorder.shielded``.

    Raises:
        NotExplainableError: An argument cannot be copied, since it contains itself.
    """

    def __init__(
        self,
        function: Any,
        args: tuple[Any, ...],
        kwargs: dict[str, Any],
        dynamos: DynamosState,
        *,
        clone: bool,
        shielded: Callable[[str], AbstractContextManager[None]],
    ) -> None:
        self._dynamos = dynamos
        self._clone = clone
        self._shielded = shielded
        self._users: State | None = None
        self.args, self.kwargs = args, kwargs
        if not clone:
            with shielded("changes"):
                self._users = State(function, args, kwargs)
            return
        try:
            self._users = State(function, args, kwargs, keep_values=True)
            self.args, self.kwargs = cloned(args, kwargs)
        except RecursionError:
            raise NotExplainableError(
                "clone_inputs cannot copy an argument that contains itself, or that is nested too deep. "
                "Explain it without clone_inputs, or pass a copy of your own."
            ) from None

    def __enter__(self) -> Around:
        self._dynamos.__enter__()
        return self

    def __exit__(self, *error: object) -> None:
        try:
            if self._users is not None and self._clone:
                self._users.restore()
        finally:
            self._dynamos.__exit__(*error)

    def changes(self) -> tuple[Changed, ...]:
        """What the call has changed for good."""
        if self._users is not None and not self._clone:
            with self._shielded("changes"):
                return tuple(self._users.changes())
        return ()
