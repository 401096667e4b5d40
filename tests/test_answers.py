"""What the text says about real situations: the facts and the way out, and no wrong one.

Each program of tests/answers has ``explained(dynexplain)``, which gives an output, ``SAYS``, patterns that its text on
one line must match, and ``NOT``, patterns that it must not. They ask for facts and ways out, not for a wording.
"""

from __future__ import annotations

import ast
import concurrent.futures
import json
import os
import re
import subprocess
import sys
from pathlib import Path

import pytest

TESTS = Path(__file__).parent
FOLDER = TESTS / "answers"
NAMES = sorted(path.stem for path in FOLDER.glob("*.py"))


def _patterns(name: str, which: str) -> tuple[str, ...]:
    """``SAYS`` or ``NOT`` of a program, read without running it."""
    for node in ast.parse((FOLDER / f"{name}.py").read_text()).body:
        if isinstance(node, ast.Assign) and ast.unparse(node.targets[0]) == which:
            return tuple(ast.literal_eval(node.value))
    return ()


def _run(names: list[str]) -> dict[str, str]:
    environment = {key: value for key, value in os.environ.items() if not key.startswith(("TORCH", "PYTORCH"))}
    done = subprocess.run(
        [sys.executable, str(TESTS / "support" / "run_answers.py"), *names],
        env={**environment, "OMP_NUM_THREADS": "1", "PYTHONHASHSEED": "0"},
        capture_output=True,
        text=True,
        timeout=900,
    )
    assert done.returncode == 0, done.stderr[-3000:]
    return json.loads(done.stdout)  # type: ignore[no-any-return]


@pytest.fixture(scope="module")
def texts(request: pytest.FixtureRequest) -> dict[str, str]:
    """The texts of all programs that this run asks for, made by two interpreters side by side."""
    asked = {item.callspec.params["name"] for item in request.session.items if item.path == Path(__file__)}  # type: ignore[attr-defined]
    names = sorted(asked)
    with concurrent.futures.ThreadPoolExecutor(2) as pool:
        halves = pool.map(_run, [half for half in (names[::2], names[1::2]) if half])
        return {name: text for half in halves for name, text in half.items()}


@pytest.mark.parametrize("name", NAMES)
def test_the_text_says_what_is_true_and_nothing_else(name: str, texts: dict[str, str]) -> None:
    """Every program asks for something, and gets it."""
    says, never = _patterns(name, "SAYS"), _patterns(name, "NOT")
    assert says or never
    text = " ".join(texts[name].split())
    missing = [pattern for pattern in says if not re.search(pattern, text)]
    wrong = [pattern for pattern in never if re.search(pattern, text)]
    assert not missing, f"not said: {missing}\n{texts[name]}"
    assert not wrong, f"wrongly said: {wrong}\n{texts[name]}"
    assert not text.startswith("the program "), texts[name]
