"""A backend that fails: at which operation, on which line of the user's, and what to do meanwhile."""

from __future__ import annotations

from ..wording.words import first_line
from .case import Case, Told

_NO_CALLABLE = "compiler_fn did not return callable"


def error(case: Case) -> Told | None:
    """Tell it."""
    failed = case.error
    if failed is None or failed.origin != "backend":
        return None
    node = failed.node
    name = case.recorder.graphs[failed.graph].backend if 0 <= failed.graph < len(case.recorder.graphs) else ""
    named = f"the `{name}` backend" if name else "the backend"
    if node.says.strip() == _NO_CALLABLE:
        return Told(
            f"{named} returned nothing that can be called",
            "A backend is given a `torch.fx.GraphModule` and example inputs, and returns what runs the graph.",
            ("End the backend with `return gm.forward`, or with a function of its own.",),
        )
    if not node.inner:
        return None
    place = case.users_line(case.places.trace(node.stack))
    at = case.places.trace(node.raised_at)
    own = next((one for one in reversed(at) if one.user), None)
    title = f"{named} failed with {node.inner}: {first_line(node.says)}"
    op = f"`{node.target.removesuffix('.default')}`" if node.target else ""
    told = [f"It failed at the operation {op}, which comes from this line." if op and place is not None else ""]
    told.append(f"In the backend, line {own.line} of {own.label} raised: `{own.code}`" if own is not None else "")
    return Told(title, "\n".join(filter(None, told)), _hints(name, op, custom=own is not None), None, place or own)


def _hints(name: str, op: str, *, custom: bool) -> tuple[str, ...]:
    backend = f"`{name}`" if name else "the backend"
    if not op:
        return (f'Try `backend="eager"`, which runs the graph as it is: if it works, the fault is in {backend}.',)
    out = (
        f"Until that is mended: put the line with {op} into a function of its own, under `@torch.compiler.disable`, "
        "so that it stays outside of the graph."
    )
    if custom:
        return ("Let the backend compile that operation, or leave it as it is.", out)
    return (out, f'If `backend="eager"` runs it, the fault is in {backend}: update torch, or report it there.')
