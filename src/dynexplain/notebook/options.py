"""The options of the magics."""

from __future__ import annotations

import ast
import difflib
import re
from dataclasses import dataclass
from getopt import GetoptError
from pathlib import Path
from typing import Any

from IPython.core.error import UsageError

from ..tracer import engine

FORMATS = (".html", ".svg", ".json")
SHORT = "o:r:"
LONG = (
    "backend=",
    "mode=",
    "options=",
    "dynamic",
    "no-dynamic",
    "fullgraph",
    "clone-inputs",
    "history",
    "height=",
    "text",
)
NAMES = ("-o", "-r", *(f"--{name.rstrip('=')}" for name in LONG))
_BEHIND_A_CALL = re.compile(rf"[)\]]\s+(?P<name>{'|'.join(NAMES)})(?=\s|=|$)")
_NEXT_SETTING = re.compile(r",\s*(?=[\w.]+=)")


@dataclass(frozen=True, slots=True)
class Options:
    """What was asked for on the magic's line; from ``backend`` to ``history`` as ``explain`` has it."""

    files: tuple[Path, ...]
    name: str
    backend: Any
    mode: str | None
    options: dict[str, Any] | None
    dynamic: bool | None
    fullgraph: bool
    clone_inputs: bool
    history: bool
    height: int
    text: bool

    def compiler(self) -> Any:
        """The backend with its mode or options, as ``torch.compile`` makes it.

        Raises:
            RuntimeError: The backend does not know them.
        """
        return engine.backend_for(self.backend, self.mode, self.options, self.dynamic)


def parse(magics: Any, line: str) -> tuple[Options, str]:
    """Options and the code behind them, which is left as it was written.

    Raises:
        UsageError: An unknown option, or a value that makes no sense; nothing was run.
    """
    given, code = _split(magics, line)
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
    for one, other in (("dynamic", "no-dynamic"), ("mode", "options")):
        if one in given and other in given:
            raise UsageError(f"--{one} and --{other} cannot both be given")
    options = Options(
        files=files,
        name=name,
        backend=_backend(_last(given, "backend"), magics.shell.user_ns),
        mode=_last(given, "mode") or None,
        options=_settings(given.get("options", [])),
        dynamic=True if "dynamic" in given else False if "no-dynamic" in given else None,
        fullgraph="fullgraph" in given,
        clone_inputs="clone-inputs" in given,
        history="history" in given,
        height=int(height),
        text="text" in given,
    )
    try:
        options.compiler()
    except RuntimeError as error:
        # Inductor's modes and options; torch lists all of its hundreds of options.
        raise UsageError(str(error).partition(", known options are")[0]) from None
    return options, code


def _split(magics: Any, line: str) -> tuple[Any, str]:
    """The options by name, and the rest of the line."""
    try:
        given, code = magics.parse_options(line, SHORT, *LONG, list_all=True, posix=False, preserve_non_opts=True)
    except UsageError as error:
        problem = error.__cause__ or error.__context__
        raise UsageError(_unknown(problem) if isinstance(problem, GetoptError) else str(error)) from None
    if behind := _BEHIND_A_CALL.search(code):
        raise UsageError(f"{behind['name']} stands behind the call: options come first, %dynexplain --text model(x)")
    return given, code


def _unknown(problem: GetoptError) -> str:
    """Which option is wrong, and what was probably meant."""
    dashes = "-" if len(problem.opt) == 1 else "--"
    option = f"{dashes}{problem.opt}"
    if "not recognized" not in problem.msg:
        wrong = "needs a value behind it" if "requires" in problem.msg else "takes no value"
        if "prefix" in problem.msg:
            meant = [name for name in NAMES if name.startswith(option)]
            wrong = f"may mean {' or '.join(meant)}"
        return f"{option} {wrong}. %dynexplain? shows the options."
    close = difflib.get_close_matches(problem.opt, [name.lstrip("-") for name in NAMES], n=1)
    meant_one = f" Did you mean --{close[0]}?" if close else ""
    return f"There is no option {option}.{meant_one} There are {', '.join(NAMES)}; %dynexplain? explains them."


def _backend(name: str, names: dict[str, Any]) -> Any:
    """A backend by its name: one that torch knows, or a callable of the notebook."""
    import torch

    if callable(names.get(name)) and name not in torch.compiler.list_backends(None):
        return names[name]
    return name or "eager"


def _settings(texts: list[str]) -> dict[str, Any] | None:
    """``a=1,b=x`` as a dict; what is no literal of Python is text."""
    found: dict[str, Any] = {}
    for part in (part for text in texts for part in _NEXT_SETTING.split(_unquoted(text))):
        name, equals, value = part.partition("=")
        if not name or not equals:
            raise UsageError(f"--options {part}: write NAME=VALUE, for example --options max_autotune=True")
        try:
            found[name] = ast.literal_eval(value)
        except (SyntaxError, ValueError):
            found[name] = value
    return found or None


def _last(given: Any, name: str) -> str:
    values = given.get(name, [])
    return _unquoted(values[-1]) if values else ""


def _unquoted(text: str) -> str:
    return text[1:-1] if len(text) > 1 and text[0] == text[-1] and text[0] in "\"'" else text
