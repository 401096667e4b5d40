"""An operation without a shape for its result: it has no fake, its fake raises, or its arguments are wrong."""

from __future__ import annotations

import re

from ..report import Cause, Example
from .case import Case, Told

_KINDS = ("RuntimeError when making fake tensor call", "TypeError when making fake tensor call")
_NO_FAKE_KIND = "Operator does not support running with fake tensors"
_NO_FAKE = re.compile(r"There was no fake impl registered for <CustomOpDef\((?P<op>[\w:.]+)\)>")
_CALL = re.compile(r"with fake tensors: call_\w+ (?P<op>[\w.]+)\(")
_SAYS = re.compile(r"got \w+\((?P<quote>['\"])(?P<says>.*)(?P=quote)\)$", re.DOTALL)
_UNSUPPORTED = re.compile(r"unsupported operator:? (?P<op>[\w.:]+)")
_GIVEN = re.compile(r"(?:Tensor|Parameter\(Tensor)\((?:\.\.\., )?size=\((?P<size>[^)]*)\)")


def cause(case: Case, cause: Cause) -> Told | None:
    """Tell it, if the break is one of these."""
    if cause.gb_type == _NO_FAKE_KIND:
        return _without(_unsupported(case.event(cause).context), None)
    if cause.gb_type not in _KINDS:
        return None
    told = cause.explanation
    if missing := _NO_FAKE.search(told):
        return _without(missing["op"], missing["op"].rpartition("::")[2])
    call, says = _CALL.search(told), _SAYS.search(told)
    if call is None or says is None:
        return None
    op, reason = call["op"], says["says"].replace("\\n", " ").rstrip(".")
    if namespace := _custom(op):
        return Told(
            f"The fake of `{namespace}` raises",
            f"It says: {reason}. Dynamo asks what was given to `register_fake` for the shape of the result; "
            "the operator itself has not run.",
            (
                "If the operator takes these arguments, let its fake take them, too: it may look at shapes and dtypes "
                "only. If the operator refuses them as well, put the call right.",
            ),
            cause.example,
        )
    sizes = [f"[{found['size'].rstrip(',')}]" for found in _GIVEN.finditer(told)]
    given = f" Its tensors have the sizes {', '.join(sizes)}." if sizes else ""
    return Told(
        f"`{op.removesuffix('.default')}` refuses its arguments",
        f"It says: {reason}.{given}",
        ("Put the arguments of this line right. Without `torch.compile` the operation is given the same ones.",),
        cause.example,
    )


def _custom(op: str) -> str:
    """An operator of the user's or a library's, as it is written where it is defined."""
    parts = op.removesuffix(".default").split(".")
    known = ("aten", "prims", "torch", "builtins", "_operator", "operator")
    return "::".join(parts[-2:]) if op.count(".") >= 2 and parts[0] not in known else ""


def _unsupported(context: str) -> str:
    found = _UNSUPPORTED.search(context)
    return found["op"].removesuffix(".default").replace(".", "::", 1) if found else ""


def _without(op: str, function: str | None) -> Told:
    named = f"`{op}`" if op else "the operator"
    register = f"@{function}.register_fake" if function else f'@torch.library.register_fake("{op or "mine::op"}")'
    after = f"{register}\ndef _(x):  # its parameters\n    return torch.empty_like(x)  # shape and dtype of its result"
    return Told(
        f"{named} has no fake kernel",
        "Dynamo captures with shapes and without values. It does not know the shape of what the operator returns.",
        (
            f"Tell it, once, where the operator is defined: `{register}`, and below it a function that takes the same "
            "parameters and returns an empty tensor of the result's shape and dtype.",
        ),
        Example("", after),
    )
