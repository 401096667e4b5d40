"""Which of torch's own hints are passed on: not those that nobody can act on, nor those about something else."""

from __future__ import annotations

import re
import sys

from . import conditions
from .situation import Condition, Situation

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
_NEVER_HOLDS = (
    # What is on the skip list is there because tracing it fails or loses something: optimizers, seeds, `torch.save`.
    "Apply `@torch._dynamo.dont_skip_tracing`",
    # `fullgraph=False` is the default, and a sparse tensor that is made outside breaks where it is used.
    "Sparse tensor operations are not yet fully supported",
)
_NOT_WHERE: tuple[tuple[str, Condition], ...] = (
    # With the optimizer in the function as well it only takes another break's place.
    ("Set torch._dynamo.config.trace_autograd_ops", conditions.trains),
    ("Enable tracing of dynamic shape operators", conditions.becomes_python),
    ("Enable tracing of data-dependent output operators", conditions.becomes_python),
    ("Set `torch._dynamo.config.capture_scalar_outputs = True`", conditions.becomes_python),
    ("Set `TORCHDYNAMO_CAPTURE_SCALAR_OUTPUTS", conditions.becomes_python),
    (
        "Note: Python `or`/`and` between tensor expressions",
        lambda situation: not conditions.joins_conditions(situation),
    ),
)
"""How hints begin, and where they do not hold."""
_MODULE = re.compile(r"^module: (\w+)")
_IF_LOGGING = "If you are attempting to call a logging function"
_LOGGING = ("print", "warn", "warn_explicit", "")
_IF_BUILTIN = "If it is a Python builtin, please file an issue"
_IF_EXTENSION = "If it is a third-party C/C++ Python extension"


def useful(situation: Situation) -> tuple[str, ...]:
    """Those that a user can act on; they may be none."""
    left_out = [*_BORING, *_NEVER_HOLDS, *_not_about(situation.context)]
    left_out += [begins for begins, condition in _NOT_WHERE if condition(situation)]
    if situation.subject not in _LOGGING:
        left_out.append(_IF_LOGGING)
    return tuple(hint for hint in situation.hints if not hint.startswith(tuple(left_out)))


def _not_about(context: str) -> tuple[str, ...]:
    """How hints begin that are about code written in C, of another origin than the function that is called."""
    module = _MODULE.search(context)
    if module is None:
        return ()
    return (_IF_BUILTIN, _IF_EXTENSION) if module[1] in sys.stdlib_module_names else (_IF_BUILTIN,)
