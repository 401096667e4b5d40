"""Explain programs of tests/answers, each in a process of its own: ``python tests/support/run_answers.py NAME...``.

Prints the text reports as JSON; with ``--text``, as they are. Torch is imported once, and each program runs in a fork
of that: what Dynamo remembers of one program is not there for the next.
"""

from __future__ import annotations

import contextlib
import importlib.util
import io
import json
import os
import sys
import tempfile
import traceback
import warnings
from pathlib import Path
from typing import Any

FOLDER = Path(__file__).resolve().parents[1] / "answers"


def load(name: str) -> Any:
    """Import a program."""
    spec = importlib.util.spec_from_file_location(name, FOLDER / f"{name}.py")
    assert spec is not None
    assert spec.loader is not None
    module = sys.modules[name] = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


def told(name: str) -> str:
    """The text of what ``explained(dynexplain)`` of a program gives."""
    import torch

    import dynexplain

    torch.manual_seed(0)
    quiet = io.StringIO()
    with contextlib.redirect_stdout(quiet), contextlib.redirect_stderr(quiet), warnings.catch_warnings():
        warnings.simplefilter("ignore")
        return str(load(name).explained(dynexplain))


def _in_a_fork(name: str) -> str:
    with tempfile.TemporaryDirectory() as folder:
        answer = Path(folder) / "text"
        child = os.fork()
        if not child:
            os.chdir(folder)
            try:
                answer.write_text(told(name))
            except BaseException:  # noqa: BLE001  # a fork must not go on as its parent
                answer.write_text(f"the program raised\n{traceback.format_exc()}")
            os._exit(0)
        _, status = os.waitpid(child, 0)
        return answer.read_text() if answer.exists() else f"the program died: {status}"


def main() -> None:
    """Run the programs that are named, or all."""
    import torch  # noqa: F401  # once, before the forks

    import dynexplain  # noqa: F401

    names = [argument for argument in sys.argv[1:] if not argument.startswith("-")]
    texts = {name: _in_a_fork(name) for name in names or sorted(path.stem for path in FOLDER.glob("*.py"))}
    if "--text" in sys.argv:
        print("\n\n".join(f"=== {name}\n{text}" for name, text in texts.items()))
    else:
        json.dump(texts, sys.stdout)


if __name__ == "__main__":
    main()
