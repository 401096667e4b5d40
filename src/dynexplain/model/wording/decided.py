"""What was decided once, while compiling, and is a constant from then on."""

from __future__ import annotations

DECIDED = "Decided while compiling"
IS_COMPILING = (
    "`is_compiling()` is True while Dynamo traces, and never asked again: what only plain Python would have done here, "
    "such as setting an attribute or a hook, is not in the compiled code."
)
_ANEW = "Another value compiles anew."


def asked_once(name: str, value: str) -> str:
    """A function that no guard asks again."""
    return f"`{name}()` was asked once and gave {value}, which is a constant from now on: no guard asks it again."


def read_variable_once(name: str) -> str:
    """An environment variable on which there is no guard."""
    return f"The environment variable `{name}` was read once, and no guard looks at it: a later change has no effect."


def read_variable(name: str) -> str:
    """An environment variable on which there is a guard."""
    return f"The environment variable `{name}` was read once, and its value is a constant now. {_ANEW}"


def read_global(name: str, value: str) -> str:
    """A global variable, or a part of one."""
    return f"`{name}` was read as {value} and is a constant in the compiled code. {_ANEW}"


def read_globals(values: list[str]) -> str:
    """Several of them, with their values."""
    return f"{', '.join(values)}: read once from global variables, and constants now. {_ANEW}"


def made_at_break(code: str, value: str) -> str:
    """What Python gave at a graph break."""
    where = f"in `{code}`" if code else "here"
    return f"What Python gave {where}, {value}, is a constant in the code behind the break. {_ANEW}"
