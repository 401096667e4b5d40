"""Kinds of breaks about `with` blocks and context managers."""

from __future__ import annotations

from ...report import Example
from .. import conditions
from ..kind import Instead, Kind

_LIBRARYS_BLOCK = (
    "It is in a library. Call that before the compiled function, and pass what it returns. A "
    "`functools.cached_property`, for one, takes its lock only when it is read for the first "
    "time."
)
_CLASS = r"(?:UserDefined|Unspecialized)\w*\((?:<class ')?(?:[\w<>]+\.)*(\w+)"

KINDS = (
    Kind(
        "Graph break under GenericContextWrappingVariable",
        title="A break inside a `with` block that cannot be resumed",
    ),
    Kind(
        "non-generator contextlib.contextmanager",
        title="`@contextmanager` on a function that does not yield",
    ),
    Kind(
        "reconstructing @contextmanager object",
        title="A `@contextmanager` object leaves the function",
        hint="Use it in a `with` block inside the function, and do not return it.",
        example=Example(
            "y = x.relu()\nreturn y, scope()",
            "with scope():\n    y = x.relu()\nreturn y",
        ),
    ),
    Kind(
        "torch.profiler object escaped from compiled region",
        title="A profiler leaves the function",
    ),
    Kind(
        "Unsupported context manager",
        title="A `with` block of `{0}`, which Dynamo cannot enter",
        untold="A context manager that Dynamo cannot enter",
        subject=_CLASS,
        hint="Put the `with` around the call of the compiled function.",
        example=Example(
            "with lock:\n    y = x.relu()\nreturn y * 2",
            "y = x.relu()\nreturn y * 2  # put `with lock:` around the call",
        ),
        instead=(Instead(conditions.in_a_library, (_LIBRARYS_BLOCK,)),),
    ),
    Kind(
        "unsupported contextlib.* API",
        title="`contextlib.{0}` cannot be traced",
        subject=r"contextlib\.(\w+)",
        hint="Put the `with` around the call of the compiled function.",
        example=Example(
            "with contextlib.redirect_stdout(sink):\n    y = x.relu()\nreturn y * 2",
            "y = x.relu()\nreturn y * 2  # redirect around the call",
        ),
    ),
)
