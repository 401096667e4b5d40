"""Faults inside of Dynamo, and what it refuses with an error of its own."""

from __future__ import annotations

import re

from .case import Case, Told

_FORBIDDEN = re.compile(r"Attempt to trace forbidden callable <function (?P<name>\w+)")
_RECURSION = re.compile(r"RecursionError")


def forbidden(case: Case) -> Told | None:
    """A function that is for the caller: ``mark_dynamic``."""
    found = _FORBIDDEN.match(case.error.message) if case.error is not None and case.error.origin == "dynamo" else None
    if found is None:
        return None
    name = found["name"]
    return Told(
        f"`{name}` is called inside of compiled code",
        "It speaks about the arguments of a compiled function, and has to be called before that.",
        (f"Move `{name}(…)` to where the compiled function is called, in front of the call.",),
    )


def too_deep(case: Case) -> Told | None:
    """Dynamo needs several Python frames for each call that it traces."""
    error = case.error
    if error is None or error.type != "InternalTorchDynamoError" or not _RECURSION.search(error.message[:200]):
        return None
    return Told(
        "the calls are nested too deep for Dynamo",
        "Dynamo needs many Python frames of its own for each call that it follows, so it comes to Python's limit at a "
        "depth at which plain Python does not.",
        ("Write the recursion as a loop. Or raise the limit before the first call: `sys.setrecursionlimit(20_000)`.",),
        None,
        case.places.of_compile(case.compiles[-1]) if case.compiles else None,
    )


def fault(case: Case) -> Told | None:
    """Anything else that fails in Dynamo itself."""
    error = case.error
    if error is None or error.origin != "dynamo" or error.type not in ("InternalTorchDynamoError", "AssertionError"):
        return None
    first = error.message.strip().partition("\n")[0]
    return Told(
        f"Dynamo itself failed: {first}" if first else "Dynamo itself failed",
        "This is a fault of Dynamo, met while it read this line. Nothing is known to be wrong with the line.",
        (
            "Put the line into a function of its own with `@torch.compiler.disable` above, which Dynamo does not read.",
            "Try a newer torch, and report it to PyTorch with the traceback.",
        ),
    )
