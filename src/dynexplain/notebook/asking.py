"""Answers the viewer's question "would this input recompile?": the input is Python, as it stands in the notebook."""

from __future__ import annotations

import ast
import sys
from collections.abc import Callable
from typing import Any

from msgspec import to_builtins

from ..question import Question

_COLLECT = "__dynexplain_arguments__"


def answerer(question: Question | None) -> Callable[[str], dict[str, Any]] | None:
    """What answers for a viewer, or None where nothing can be asked.

    A viewer lives as long as its notebook. It keeps neither the explained function nor a model alive.
    """
    weak = question.weakly() if question is not None else None
    if weak is None:
        return None

    def answer(text: str) -> dict[str, Any]:
        args, kwargs = arguments(text, namespace())
        found = weak(args, kwargs)
        return {
            "recompiles": found.recompiles,
            "entry": found.entry,
            "text": found.text,
            "advice": found.advice,
            "failed": to_builtins(found.failed),
            "also": to_builtins(found.also),
        }

    return answer


def namespace() -> dict[str, Any]:
    """The names of the notebook, or of the main module."""
    ipython: Any = sys.modules.get("IPython")
    shell = ipython.get_ipython() if ipython is not None else None
    names: dict[str, Any] = shell.user_ns if shell is not None else vars(sys.modules["__main__"])
    return names


def arguments(text: str, names: dict[str, Any]) -> tuple[tuple[Any, ...], dict[str, Any]]:
    """Evaluate what would stand between the parentheses of a call.

    Raises:
        SyntaxError: It is no list of arguments.
        Exception: Whatever evaluating them raises.
    """
    collect = {_COLLECT: lambda *args, **kwargs: (args, kwargs)}
    try:
        call = ast.parse(f"{_COLLECT}({text}\n)", "<input>", "eval").body
        # "x) + f(y" would be a call as well, and another one.
        if not isinstance(call, ast.Call) or not isinstance(call.func, ast.Name) or call.func.id != _COLLECT:
            raise SyntaxError("these are no arguments of a call")
        code = compile(ast.Expression(call), "<input>", "eval")
    except SyntaxError as error:
        # Its lines and columns are those of the whole call, which nobody has written.
        raise SyntaxError(f"{error.msg}: {text}") from None
    collected: tuple[tuple[Any, ...], dict[str, Any]] = eval(code, {**names, **collect})
    return collected
