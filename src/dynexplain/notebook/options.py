"""The options of the magics."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path
from typing import Any

from IPython.core.error import UsageError

FORMATS = (".html", ".svg", ".json")


@dataclass(frozen=True, slots=True)
class Options:
    """What was asked for on the magic's line."""

    files: tuple[Path, ...]
    name: str
    backend: Any
    dynamic: bool | None
    fullgraph: bool
    height: int
    text: bool


def parse(magics: Any, line: str) -> tuple[Options, str]:
    """Options and the code behind them, which is left as it was written.

    Raises:
        UsageError: An unknown option, or a value that makes no sense; nothing was run.
    """
    given, code = magics.parse_options(
        line,
        "o:r:",
        "backend=",
        "dynamic",
        "no-dynamic",
        "fullgraph",
        "height=",
        "text",
        list_all=True,
        posix=False,
        preserve_non_opts=True,
    )
    files = tuple(Path(_unquoted(name)) for name in given.get("o", []))
    for path in files:
        if path.suffix not in FORMATS:
            raise UsageError(f"-o {path}: the ending says what to write, and it has to be one of {', '.join(FORMATS)}")
        if not path.absolute().parent.is_dir():
            raise UsageError(f"-o {path}: there is no folder {path.absolute().parent}")
    name = _last(given, "r")
    if name and not name.isidentifier():
        raise UsageError(f"-r {name}: that is not a name for a variable")
    height = _last(given, "height") or "0"
    if not height.isdigit():
        raise UsageError(f"--height {height}: it is a number of pixels, such as 600")
    if "dynamic" in given and "no-dynamic" in given:
        raise UsageError("--dynamic and --no-dynamic cannot both be given")
    return (
        Options(
            files=files,
            name=name,
            backend=_backend(_last(given, "backend"), magics.shell.user_ns),
            dynamic=True if "dynamic" in given else False if "no-dynamic" in given else None,
            fullgraph="fullgraph" in given,
            height=int(height),
            text="text" in given,
        ),
        code,
    )


def _backend(name: str, names: dict[str, Any]) -> Any:
    """A backend by its name: one that torch knows, or a callable of the notebook."""
    import torch

    if callable(names.get(name)) and name not in torch.compiler.list_backends(None):
        return names[name]
    return name or "eager"


def _last(given: Any, name: str) -> str:
    values = given.get(name, [])
    return _unquoted(values[-1]) if values else ""


def _unquoted(text: str) -> str:
    return text[1:-1] if len(text) > 1 and text[0] == text[-1] and text[0] in "\"'" else text
