"""Every sentence that dynexplain itself says about a run, so that they can be read together.

Backticks mark code. Torch's own words (explanations, hints) are quoted as they are, elsewhere.
"""

from __future__ import annotations

import re

from .report import BreakOutcome, Example

_BORING_HINTS = (
    "Please report an issue to PyTorch",
    "It may be possible to write Dynamo tracing rules for this code",
    "This graph break is fundamental",
    "This is likely to be a Dynamo bug",
)


def plural(count: int, one: str, many: str = "") -> str:
    """``1 graph``, ``2 graphs``, with thousands separated."""
    return f"{count:,} {one if count == 1 else many or one + 's'}"


def duration(ns: float) -> str:
    """A duration with the unit that suits it and about three digits: ``420 ns``, ``1.3 ms``, ``2.5 s``."""
    for limit, divisor, unit in ((1e3, 1, "ns"), (1e6, 1e3, "µs"), (1e9, 1e6, "ms")):
        if ns < limit:
            return f"{ns / divisor:.3g} {unit}" if ns / divisor < 100 else f"{ns / divisor:.0f} {unit}"
    return f"{ns / 1e9:.3g} s" if ns < 1e11 else f"{ns / 1e9:.0f} s"


# --- breaks ---------------------------------------------------------------------------------------------------------

_NAME_IN_CONTEXT = {
    "Failed to trace builtin operator": r"^builtin (\w+)",
    "Attempted to call function marked as skipped": r"qualname: ([\w.<>]+)",
    "Attempted to inline function marked as skipped": r"qualname: ([\w.<>]+)",
    "Skip calling `torch.compiler.disable()`d function": r"<function ([\w.<>]+)",
    "logging.Logger method not supported for non-export cases": r"(?:method|name)[^\w]+(\w+)",
    "Unsupported method call": r"call_method .*? (\w+) ",
    "Dynamic shape operator": r"(aten\.[\w.]+)",
}
_TITLES = {
    "Failed to trace builtin operator": "`{0}` cannot be traced",
    "Data-dependent branching": "A branch on the value of a tensor",
    "Unsupported Tensor.item() call with capture_scalar_outputs=False": "`.item()` turns a tensor into a Python number",
    "Attempted to call function marked as skipped": "`{0}` is code that Dynamo does not trace",
    "Attempted to inline function marked as skipped": "`{0}` is on Dynamo's skip list",
    "Skip calling `torch.compiler.disable()`d function": "`{0}` is disabled for `torch.compile`",
    "Skip inlining `torch.compiler.disable()`d function": "A function is disabled for `torch.compile`",
    "Call to `torch._dynamo.graph_break()`": "`graph_break()` is called",
    "Unsupported Tensor.backward() call": "`backward()` is called in compiled code",
    "Dynamic shape operator": "The shape of a result depends on the data",
    "Invalid call to __build_class__": "A class is defined in compiled code",
    "logging.Logger method not supported for non-export cases": "A logger is called",
    "Attempt to trace generator": "A generator function cannot be compiled by itself",
    "Reconstruction failure": "A value cannot be rebuilt after the break",
    "Graph break under GenericContextWrappingVariable": "A break inside a `with` block that cannot be resumed",
    "graph break in loop": "A break inside a loop",
    "Dynamo recompile limit exceeded": "The recompile limit was hit",
    "Backend compiler exception": "The backend failed on the graph",
    "Data-dependent assertion failed (cannot compile partial graph)": "An `assert` on the value of a tensor",
    "Unsupported function call": "A call that Dynamo does not support",
    "Missing bytecode handler": "A Python construct that Dynamo does not support",
}


def break_title(kind: str, context: str, explanation: str) -> str:
    """A break in a few plain words."""
    title = _TITLES.get(kind)
    if title is None:
        return kind.rstrip(".") or "Dynamo stopped here"
    if "{0}" not in title:
        return title
    name = re.search(_NAME_IN_CONTEXT[kind], context)
    if name is None:
        quoted = re.search(r"`([\w.<>]+)`", explanation)
        return title.format(quoted.group(1)) if quoted else kind
    return title.format(name.group(1).removeprefix("_VariableFunctionsClass."))


def useful_hints(kind: str, hints: tuple[str, ...]) -> tuple[str, ...]:
    """Torch's hints, those a user can act on first; then ours for the most common kinds."""
    useful = tuple(hint for hint in hints if not hint.startswith(_BORING_HINTS))
    return useful + _HINTS.get(kind, ()) if useful or kind in _HINTS else hints


_HINTS: dict[str, tuple[str, ...]] = {
    "Data-dependent branching": ("Where both sides are cheap, compute both and choose with `torch.where`.",),
    "Unsupported Tensor.item() call with capture_scalar_outputs=False": (
        "Keep the value a tensor: most operations take a 0-dimensional tensor where they take a number.",
    ),
    "Unsupported Tensor.backward() call": (
        "Compile the model or the loss function, and call `backward()` outside it: "
        "the backward graph is compiled along with the forward one.",
    ),
    "Attempt to trace generator": ("Compile the function that the loop body calls, not the generator.",),
}
_EXAMPLES: dict[tuple[str, str], Example] = {
    ("Failed to trace builtin operator", "print"): Example(
        'y = x.relu()\nprint("mean", y.mean())\nreturn y * 2',
        "y = x.relu()\nreturn y * 2, y.mean()  # print it outside",
    ),
    ("Data-dependent branching", ""): Example(
        "if x.sum() > 0:\n    x = x * 2\nreturn x",
        "return torch.where(x.sum() > 0, x * 2, x)",
    ),
    ("Unsupported Tensor.item() call with capture_scalar_outputs=False", ""): Example(
        "scale = x.max().item()\nreturn x / scale",
        "scale = x.max()\nreturn x / scale",
    ),
}


def example(kind: str, context: str) -> Example | None:
    """Code before and after the fix, for the kinds where one fix suits nearly everyone."""
    pattern = _NAME_IN_CONTEXT.get(kind)
    name = re.search(pattern, context) if pattern else None
    return _EXAMPLES.get((kind, name.group(1) if name else "")) or _EXAMPLES.get((kind, ""))


def cost(outcome: BreakOutcome, events: int, splits: list[tuple[int, int]], eager_ns: int) -> str:
    """What a cause costs: how often, what it splits, what ran eagerly for it."""
    parts = ["once" if events == 1 else f"{events:,} times"]
    if outcome == "resumed" and splits:
        before, after = sum(s[0] for s in splits), sum(s[1] for s in splits)
        if before and after:
            parts.append(f"splits {plural(before, 'op')} from {after:,}")
        elif before or after:
            parts.append(f"{plural(before or after, 'op')} {'before' if before else 'after'} it")
    elif outcome == "frame_skipped":
        parts.append("the whole function runs eagerly")
    elif outcome == "rest_eager":
        parts.append("the rest of the function runs eagerly")
    elif outcome == "error":
        parts.append("compilation stopped with an error")
    if eager_ns > 0:
        parts.append(f"{duration(eager_ns)} in Python")
    return " · ".join(parts)


# --- skipped functions ----------------------------------------------------------------------------------------------

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


def skip_text(reason: str) -> str:
    """Why a function was left to Python, in plain words."""
    return next((text for start, text in _SKIP_TEXTS if reason.startswith(start)), reason.rstrip("."))


# --- recompiles -----------------------------------------------------------------------------------------------------


def recompile_text(
    function: str, name: str, expected: str, actual: str, code: str, compiled: bool, *, limit: bool
) -> str:
    """What changed, in one sentence."""
    if name and expected and actual:
        change = f"`{name}` was {expected}, now it is {actual}"
    elif code:
        change = f"`{code}` no longer held"
    else:
        change = "no existing version fitted"
    if compiled:
        return f"`{function}` was compiled again: {change}"
    if limit:
        return f"`{function}` was not compiled again, the recompile limit was hit: {change}"
    return f"`{function}` could not be compiled again: {change}"


def recompile_advice(code: str, name: str, expected: str, actual: str) -> str:
    """What would avoid the recompile."""
    if "dtype mismatch" in code:
        return "Give it the same dtype on every call, or expect one compiled version per dtype."
    if "size mismatch" in code or re.search(r"\.size\(\)", code):
        return "Pass `dynamic=True`, or mark the dimension: `torch._dynamo.mark_dynamic(tensor, dim)`."
    if "requires_grad" in code:
        return "Call it with the same `requires_grad` each time, or under one grad mode."
    if "grad_mode" in code or "check_global_state" in code or "GLOBAL_STATE" in code:
        return "Call it under the same global state each time: grad mode, autocast, default dtype, threads."
    if "check_obj_id" in code or "___check_obj_id" in code:
        return "Pass the same object each time: make it once, outside the call, and not a new lambda or module."
    if "inference" in code.lower() or "DispatchKeySet" in code or "dispatch key" in code.lower():
        return "Make the tensors the same way each time: with or without `torch.inference_mode`, on one device."
    if "len(" in code or "length" in code.lower():
        return "Keep its length the same, or take it out of the compiled function."
    if re.fullmatch(r"-?\d+\.\d+(?:e[-+]?\d+)?", expected or ""):
        return f"Make `{name}` a tensor (`torch.tensor(…)`): a Python float is compiled in as a constant."
    if "==" in code and name.startswith("self."):
        return f"`{name}` is compiled in as a constant. Keep what changes in a buffer, or outside the module."
    if "==" in code:
        return f"`{name}` is compiled in as a constant: pass a tensor, or keep it the same." if name else ""
    return ""


# --- counts that disagree -------------------------------------------------------------------------------------------


def counts_disagree(first: int, second: int) -> str:
    """The two counts of breaks differ."""
    return (
        f"Two counts of the graph breaks disagree: {first} were logged, {second} follow from the compiled code. "
        "One of them is wrong; please report it with this report's JSON."
    )


def signal_missing(signal: str, problem: str) -> str:
    """A tap's target is not there."""
    return f"No {signal}: {problem}. The rest of the report does not depend on it."


def signal_failed(signal: str, problem: str) -> str:
    """A tap's own code failed."""
    return f"Part of the record of {signal} is missing: dynexplain failed to read it ({problem})."


def rest_of(function: str, line: int) -> str:
    """The part of a function behind a break, which Dynamo compiles as a function of its own."""
    return f"{function} after line {line}"


def skip_error(skip: object) -> str:
    """Dynamo failed on a function and went on without it."""
    record = getattr(skip, "compile", None)
    kind = getattr(record, "error_kind", "") or "an error"
    first = str(getattr(record, "error_message", "")).strip().split("\n", 1)[0]
    return f"Dynamo failed on it with {kind}" + (f": {first}" if first else "")


def noun(count: int, one: str, many: str = "") -> str:
    """The noun alone: ``graph`` for 1, ``graphs`` for others."""
    return one if count == 1 else many or one + "s"
