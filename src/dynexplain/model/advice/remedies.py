"""What to do about a graph break: torch's hints that a user can act on, and ours for the kinds that users meet."""

from __future__ import annotations

import re
import sys
from typing import Literal

from ..report import Example
from . import unnamed
from .examples import EXAMPLES
from .hints import HINTS, OUTSIDE
from .titles import name_in

_BORING_HINTS = (
    "Please report an issue to PyTorch",
    "It may be possible to write Dynamo tracing rules for this code",
    "This graph break is fundamental",
    "This is likely to be a Dynamo bug",
    "This graph break may be difficult to debug",
    "Your code may result in an error when running in eager",
    "Please file an issue to PyTorch",
    "Please file an issue on GitHub",
    "Please open an issue",
    "File an issue to PyTorch",
    "Report an issue to the backend compiler repo",
)
_ASKED_FOR = (
    "Call to `torch._dynamo.graph_break()`",
    "Call to `torch._dynamo.skip_frame()`",
    "Call to `torch._dynamo.step_unsupported()`",
)
_MODULE = re.compile(r"^module: (\w+)")
_IF_LOGGING = "If you are attempting to call a logging function"
_LOGGING = ("print", "warn", "warn_explicit", "")
_IF_BUILTIN = "If it is a Python builtin, please file an issue"
_IF_EXTENSION = "If it is a third-party C/C++ Python extension"
_IN_A_LIBRARY = (
    "A library that you call asks for this break. Call it outside the compiled function, or take the break as it is."
)

Reader = Literal["loop", "with"]
READ_BY: dict[Reader, str] = {
    "loop": (
        "What reads it runs eagerly because of an earlier break, so it was offered to Dynamo by itself. "
        "It goes away with that break."
    ),
    "with": (
        "The `with` block that enters it runs eagerly because of an earlier break, so it was offered to Dynamo by "
        "itself. It goes away with that break."
    ),
}
"""What helps where a generator was refused because of what uses it."""

MAKES_A_NUMBER = "Unsupported Tensor.item() call with capture_scalar_outputs=False"
"""A kind that a setting of Dynamo's makes go away, if nothing branches on the number: a branch breaks as well."""
_BRANCHING = "Data-dependent branching"
_NO_SETTING = (
    "`torch._dynamo.config.capture_scalar_outputs` does not help: the branch on the value breaks the graph as well."
)
_COND = "Use `torch.cond`: both sides are captured, and the value decides while the graph runs."

_EXPLANATIONS = {
    "Assertion failed on symbolic shapes": "The condition is false for the sizes of this call.",
    "Operator does not support running with fake tensors": "Dynamo cannot find out the shape of its result.",
    "TypeError when making fake tensor call": "Dynamo tried the operation, and it raised a TypeError.",
    "Module-level backwards hooks require compiled autograd.": "A backward hook of a module cannot be traced.",
    "RuntimeError when trying to get real value from fx.Node": "Dynamo ran the operation, and it raised an error.",
}


def useful_hints(
    kind: str, context: str, hints: tuple[str, ...], *, own: bool = True, branches: bool = False
) -> tuple[str, ...]:
    """Ours, where there is one; then torch's hints, without those that a user cannot act on where there are others.

    Args:
        kind: The ``gb_type``.
        context: Torch's developer context.
        hints: Torch's.
        own: Whether the break is in code of the user's, not in a library.
        branches: Whether it makes a number (``MAKES_A_NUMBER``) that Python then branches on.
    """
    if branches:
        return (HINTS[_BRANCHING, ""], _COND, _NO_SETTING)
    if not own and kind in _ASKED_FOR:
        return (_IN_A_LIBRARY,)
    boring = (*_BORING_HINTS, *_not_about(context), *(() if name_in(kind, context) in _LOGGING else (_IF_LOGGING,)))
    useful = tuple(hint for hint in hints if not hint.startswith(boring))
    name = name_in(kind, context)
    known = unnamed.find(kind)
    ours = known.hint if known is not None else HINTS.get((kind, name)) or HINTS.get((kind, ""), "")
    if "{0}" in ours:
        # In a library the user has not written that call, and Python makes the others by itself.
        mine = own and name and not name.rpartition(".")[2].startswith("__")
        ours = ours.format(name) if mine else OUTSIDE
    return (ours, *useful) if ours else useful or hints


def _not_about(context: str) -> tuple[str, ...]:
    """How hints begin that are about code written in C, of another origin than the function that is called."""
    module = _MODULE.search(context)
    if module is None:
        return ()
    return (_IF_BUILTIN, _IF_EXTENSION) if module[1] in sys.stdlib_module_names else (_IF_BUILTIN,)


def example(kind: str, context: str, *, branches: bool = False) -> Example | None:
    """Code before and after the fix; ``branches`` as for :func:`useful_hints`."""
    if branches:
        return EXAMPLES[_BRANCHING, ""]
    return EXAMPLES.get((kind, name_in(kind, context))) or EXAMPLES.get((kind, ""))


def explained(kind: str, explanation: str) -> str:
    """Torch's explanation, or ours where it gives none that helps."""
    known = unnamed.find(kind)
    return known.explanation if known is not None else explanation or _EXPLANATIONS.get(kind, "")
