"""Why a function was left to Python."""

from __future__ import annotations

from collections.abc import Iterable

from ...tracer.records import Unseen
from .words import first_line, noun, within

_SKIP_TEXTS = (
    ("an error was suppressed during compilation", "a graph break made it run eagerly"),
    ("frame is in the Dynamo skipfiles list", "it is in code that Dynamo never compiles"),
    ("no tensor-related objects found in frame", "there is no tensor among its arguments"),
    ("frame has already started executing", "it had already started when Dynamo came to it"),
    ("tracing is non-recursively disabled", "it is disabled for `torch.compile`"),
    ("Dynamo tracing is disabled", "Dynamo is switched off"),
    ("non-infra torch dispatch mode present", "a torch dispatch mode is active, and Dynamo does not compile under one"),
    ("Dynamo decided to skip the frame", "there was nothing to compile in it"),
    ("compilation failed with a custom frame execution strategy", "the recompile limit was hit"),
    ("frame is already Dynamo-generated code", "it is code that Dynamo made"),
)


def why(reason: str) -> str:
    """Why a function was left to Python, in plain words."""
    return next((text for start, text in _SKIP_TEXTS if reason.startswith(start)), reason.rstrip("."))


def unseen(values: Iterable[Unseen], resumed_at: int) -> str:
    """A function with tensors where Dynamo does not look for them, and what to do about it."""
    values = list(values)
    local = [value for value in values if not value.is_global]
    if not local:
        names = " and ".join(f"`{value.name}`" for value in values)
        them = "it" if len(values) == 1 else "them"
        return (
            f"there is no tensor among its arguments, and Dynamo does not look at the global {names}: "
            f"give {them} to it as {noun(len(values), 'an argument', 'arguments')}"
        )
    names = ", ".join(f"`{value.name}`" + (f" (`{value.kind}`)" if value.kind else "") for value in local)
    inside = "inside such an object" if len(local) == 1 else "inside such objects"
    tensor = local[0].tensor
    if resumed_at:
        return (
            f"no tensor among what is still alive: {names}; Dynamo does not look {inside}. "
            f"Read `{tensor}` into a variable before line {resumed_at}, and use that after it"
        )
    return (
        f"no tensor among its arguments: {names}; Dynamo does not look {inside}. "
        f"Give it `{tensor}` as an argument of its own"
    )


def given_up(why: str, where: str) -> str:
    """A function that an earlier call gave up for good."""
    because = f" (then: {within(why)}{f', {where}' if where else ''})" if why else ""
    return f"an earlier call gave it up for good{because}; `torch._dynamo.reset()` lets Dynamo look at it again"


def in_place(module: str) -> str:
    """``module.compile()`` on a class of torch's own."""
    return (
        f"Dynamo skips `{module}.forward`, code of torch's own, where `module.compile()` compiles in place; "
        "`torch.compile(module)` does compile it"
    )


def failed(kind: str, message: str) -> str:
    """Dynamo failed on a function and went on without it."""
    first = first_line(message)
    return f"Dynamo failed on it with {kind or 'an error'}" + (f": {first}" if first else "")
