"""How a run ended, and why there may be nothing to tell of it."""

from __future__ import annotations


def raised_by(origin: str, graph: int, backend: str) -> str:
    """Who raised the exception that ended the run."""
    which = f"graph {graph}" if graph >= 0 else "a graph"
    if origin == "graph":
        made = f", in what the `{backend}` backend made of it" if backend not in ("", "eager") else ""
        return f"It was raised while {which} ran{made}."
    if origin == "backend":
        return f"It was raised by the{f' `{backend}`' if backend else ''} backend, while it compiled {which}."
    return {
        "user": "It was raised by the code's own Python, not by Dynamo or a compiled graph.",
        "dynamo": "It was raised by Dynamo, while it compiled.",
        "interrupt": "The run was interrupted.",
    }.get(origin, "")


ON_THE_EXCEPTION = (
    "dynexplain: what Dynamo did until then, and what to do, is in print(error.explain_output); "
    "afterwards, in print(sys.last_value.explain_output)."
)
MAY_NOT_COMPILE = "It was raised by Dynamo, which may not compile here again."


def nothing_asked(name: str, *, entered: bool) -> str:
    """A block in which Dynamo was asked about nothing."""
    if entered:
        return (
            f"Nothing was compiled: Dynamo was asked about nothing in {name}, though a compiled function was called. "
            "An earlier call gave it up for good, or the stance kept Dynamo from compiling. `torch._dynamo.reset()` "
            "lets it look again"
        )
    if name == "this block":
        return (
            "Nothing was compiled: no compiled function was called in this block. `watch()` sees what calls "
            "`torch.compile` itself; `explain(f)(x)` explains a function that is not compiled"
        )
    return f"Nothing was compiled: {name} made no call that could be"


def made_not_run(name: str, made: str, breaks: str) -> str:
    """A coroutine or a generator that the call only made."""
    if made == "coroutine":
        return (
            f"{name} is a coroutine function: the call made a coroutine, and none of it has run. Compile and explain "
            "the plain functions that it calls between one `await` and the next."
        )
    told = f"; {breaks}" if breaks else ""
    return (
        f"{name} is a generator function: the call made a generator, and none of it has run{told}. Explain a function "
        "that goes through it."
    )
