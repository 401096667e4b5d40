"""Reads the text of Dynamo's ``Unsupported``: what happened, why, what to do (torch/_dynamo/exc.py)."""

from __future__ import annotations

import re
import textwrap

from msgspec import Struct

_NEXT = "*** While handling this graph break, another graph break occurred: ***"
_OPERATOR = "Higher Order Operator"
_PART = re.compile(r"^  (Explanation|Higher Order Operator|Hint|Developer debug context): ?", re.MULTILINE)
_LINK = re.compile(r"^ ?For more details about this graph break, please visit: (\S+)", re.MULTILINE)
_COMPUTED = re.compile(r"\n\s*The branch condition involves a tensor computed as follows:")
_WHOLE = re.compile(r"^This higher order operator doesn't work unless .*?Got graph break/error:\s*", re.DOTALL)
_FOR_DEVELOPERS = re.compile(r"^(?:Caused by: |For more information, run with |User Stack )", re.MULTILINE)
_SEE = re.compile(r"^For more information about this error, see: (\S+)", re.MULTILINE)
_FROM_USER = re.compile(r"^(?:from user code:|Set TORCHDYNAMO_VERBOSE)", re.MULTILINE)


def _types(found: re.Match[str]) -> str:
    """The types of a call's arguments, which torch writes as Python's list of their names."""
    names = [name.strip(" '\"<>") for name in found["types"].split(",") if name]
    keywords = "keyword arguments" if found["keywords"] == "True" else ""
    given = f"{'an argument' if len(names) == 1 else 'arguments'} of type {', '.join(names)}" if names else ""
    return " and ".join(filter(None, (given, keywords))) or "no arguments"


# How Dynamo writes its own objects, and how a user would: in this order.
_PLAIN = (
    (re.compile(r" at 0x[0-9a-fA-F]+(?=>)"), ""),
    (re.compile(r" Found in <bound method HigherOrderOperator\.name of .*>$", re.MULTILINE), ""),
    (re.compile(r"LazyVariableTracker\((?:un)?realized: ((?:[^()]|\([^()]*\))*)\)"), r"\1"),
    (re.compile(r"<class 'torch\._dynamo\.variables\.[\w.]*?(\w+)Variable'>"), r"\1Variable"),
    (re.compile(r"<class '([\w.<>]+)'>"), r"\1"),
    (re.compile(r"<(?:built-in |bound )?(?:function|method) ((?:[\w.]|<\w+>)+)(?: of [^<>]+)?>"), r"\1"),
    (re.compile(r"\b(?:UserDefined|Unspecialized|NNModule|UserFunction|UserMethod)\w*\(([^()]*)\)"), r"\1"),
    (re.compile(r"\bConstantVariable\(\w+: ((?:[^()]|\([^()]*\))*)\)"), r"\1"),
    (re.compile(r"\bVariableTracker\b"), "tracker"),
    (re.compile(r"\b(\w+?)(?:Variable|VariableTracker)\b(?:\([^()]*\))?"), lambda name: name[1].lower()),
    (re.compile(r"\bFakeTensor(\(\.\.\., )?"), lambda start: "Tensor(" if start[1] else "Tensor"),
    (re.compile(r"\b_VariableFunctionsClass\."), ""),
    (re.compile(r" Message:(?: None)?\s*$"), ""),
    # Torch names a setting there that nothing reads.
    (re.compile(r"\btorch\._dynamo\.trace_autograd_ops\b"), "torch._dynamo.config.trace_autograd_ops"),
    (re.compile(r"argument types \[(?P<types>[^\]]*)\](?: \(has_kwargs (?P<keywords>True|False)\))?"), _types),
    (re.compile(r" \(reason: None\)$"), ""),
)


class Message(Struct, frozen=True):
    """One graph break in torch's words."""

    kind: str
    explanation: str
    hints: tuple[str, ...]
    context: str
    link: str


def chain(text: str) -> tuple[Message, ...]:
    """The breaks that a message tells of: the first one first, then what it turned into."""
    return tuple(_parse(part) for part in _WHOLE.sub("", text).split(_NEXT))


def _parse(text: str) -> Message:
    text = _FROM_USER.split(text, maxsplit=1)[0].strip("\n")
    link = _LINK.search(text) or _SEE.search(text)
    body = _LINK.sub("", text)
    pieces = _PART.split(body)
    kind = pieces[0].strip().split("\n", 1)[0]
    found: dict[str, list[str]] = {"Explanation": [], "Hint": [], "Developer debug context": []}
    for label, value in zip(pieces[1::2], pieces[2::2], strict=True):
        found.setdefault(label, []).append(textwrap.dedent("    " + value).strip())
    explanation = "\n".join(found["Explanation"]) or _rest(pieces[0])
    operators = [f"{_OPERATOR}: {name}" for name in found.get(_OPERATOR, ())]
    # How the tensor of a branch was computed is detail: the reader has the line itself.
    explanation, *computed = _COMPUTED.split(explanation, maxsplit=1)
    return Message(
        kind=kind,
        explanation=_plain(explanation).strip(),
        hints=tuple(_plain(hint) for hint in found["Hint"]),
        context="\n".join(
            [
                *(found["Developer debug context"] or _developers(pieces)),
                *(part.strip() for part in computed),
                *operators,
            ]
        ),
        link=link.group(1) if link else "",
    )


def _developers(pieces: list[str]) -> tuple[str, ...]:
    """The whole of what is said without sections, but for the first line."""
    rest = pieces[0].strip().partition("\n")[2].strip()
    return (rest,) if len(pieces) == 1 and rest else ()


def _plain(text: str) -> str:
    """Torch's sentence without addresses and the names of Dynamo's own classes."""
    for pattern, told in _PLAIN:
        text = pattern.sub(told, text)
    return text


def _rest(head: str) -> str:
    """What an exception without torch's sections says after its first line, without what is for torch's developers."""
    return _FOR_DEVELOPERS.split("\n".join(head.strip().split("\n")[1:]), maxsplit=1)[0].strip()
