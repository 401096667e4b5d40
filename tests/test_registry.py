"""Every kind of graph break for which a small program can be written is found, with its line and outcome.

What the programs of tests/programs/registry expect is what torch itself logs for them.
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
from typing import Any

import pytest

TESTS = Path(__file__).parent
FOLDER = TESTS / "programs" / "registry"
NAMES = sorted(path.stem for path in FOLDER.glob("*.py"))
AT_ONCE = 25
"""Programs per interpreter: importing torch takes longer than most of them."""

RECOMPILE_LIMIT = "Dynamo recompile limit exceeded"
INTERNAL = re.compile(r"0x[0-9a-f]{6,}|\b[A-Z]\w*(?:Variable|Source)\b|FakeTensor")
"""What no user should have to read: addresses, and names of Dynamo's own classes."""

Expected = list[tuple[str, ...]]


def expected(name: str) -> Expected:
    """``EXPECTED`` of a program, read without running it."""
    tree = ast.parse((FOLDER / f"{name}.py").read_text())
    for node in tree.body:
        if isinstance(node, ast.Assign) and ast.unparse(node.targets[0]) == "EXPECTED":
            return ast.literal_eval(node.value)  # type: ignore[no-any-return]
    raise AssertionError(f"{name} expects nothing")


def _line(name: str, marker: str) -> int:
    if not marker:
        return 0  # elsewhere: the program is not on the break's stack
    lines = (FOLDER / f"{name}.py").read_text().splitlines()
    (number,) = (number for number, line in enumerate(lines, start=1) if line.endswith(marker))
    return number


def _run(names: list[str]) -> dict[str, Any]:
    environment = {key: value for key, value in os.environ.items() if not key.startswith(("TORCH", "PYTORCH"))}
    command = [sys.executable, str(TESTS / "support" / "run_registry.py"), *names]
    done = subprocess.run(
        command,
        env={**environment, "OMP_NUM_THREADS": "1", "PYTHONHASHSEED": "0"},
        capture_output=True,
        text=True,
        timeout=500,
    )
    assert done.returncode == 0, done.stderr[-3000:]
    return json.loads(done.stdout)  # type: ignore[no-any-return]


@pytest.fixture(scope="session")
def reports(request: pytest.FixtureRequest) -> dict[str, Any]:
    """What dynexplain says about the programs that are going to be tested."""
    items = (item for item in request.session.items if isinstance(item, pytest.Function))
    names = [item.callspec.params["name"] for item in items if item.originalname == "test_a_program"]
    groups = [names[start : start + AT_ONCE] for start in range(0, len(names), AT_ONCE)]
    with concurrent.futures.ThreadPoolExecutor(2) as pool:
        return {name: report for group in pool.map(_run, groups) for name, report in group.items()}


@pytest.mark.parametrize("name", NAMES)
def test_a_program(name: str, reports: dict[str, Any]) -> None:
    report = reports[name]
    wanted = [(kind, gb_id, _line(name, marker), outcome) for kind, gb_id, marker, outcome, *_ in expected(name)]
    found = [(event["kind"], event["id"], event["line"], event["outcome"]) for event in report["events"]]
    # A frame that Dynamo will not compile yet another time is told as a recompile that was refused.
    found += [(RECOMPILE_LIMIT, "GB0039", line, "limit") for line, _ in report["refused"]]
    assert found == wanted
    assert report["notes"] == []
    for event, (_, gb_id, _, _, *turned_into) in zip(report["events"], expected(name), strict=False):
        assert event["chain"][: len(turned_into)] == turned_into
        assert event["title"]
        assert event["explanation"]
        assert gb_id in event["link"].upper() if gb_id else True
        told = [event["title"], event["explanation"], *event["hints"]]
        assert not [text for text in told if INTERNAL.search(text)]


def test_most_kinds_that_users_meet_have_a_program() -> None:
    kinds = {kind for name in NAMES for first in expected(name) for kind in (first[0], *first[4:])}
    assert len(kinds) >= 120
