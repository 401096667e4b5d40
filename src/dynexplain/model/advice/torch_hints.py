"""Which of torch's own hints are passed on: not those that nobody can act on, nor those about something else."""

from __future__ import annotations

import re
import sys

from .situation import Situation

_BORING = (
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
_MODULE = re.compile(r"^module: (\w+)")
_IF_LOGGING = "If you are attempting to call a logging function"
_LOGGING = ("print", "warn", "warn_explicit", "")
_IF_BUILTIN = "If it is a Python builtin, please file an issue"
_IF_EXTENSION = "If it is a third-party C/C++ Python extension"


def useful(situation: Situation) -> tuple[str, ...]:
    """Those that a user can act on; they may be none."""
    left_out = [*_BORING, *_not_about(situation.context)]
    if situation.subject not in _LOGGING:
        left_out.append(_IF_LOGGING)
    return tuple(hint for hint in situation.hints if not hint.startswith(tuple(left_out)))


def _not_about(context: str) -> tuple[str, ...]:
    """How hints begin that are about code written in C, of another origin than the function that is called."""
    module = _MODULE.search(context)
    if module is None:
        return ()
    return (_IF_BUILTIN, _IF_EXTENSION) if module[1] in sys.stdlib_module_names else (_IF_BUILTIN,)
