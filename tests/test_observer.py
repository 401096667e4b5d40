"""Nobody who compiles can tell that dynexplain is there.

Graphs, results, exceptions, what is printed, and every compilation are the same with ``optimize()``, with ``watch()``
and with torch alone. The environment variable DYNEXPLAIN_CASES may name a folder with more programs to run.
"""

from __future__ import annotations

import concurrent.futures
import json
import os
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

TESTS = Path(__file__).parent
MORE = os.environ.get("DYNEXPLAIN_CASES", "")
FILES = [
    *sorted((TESTS / "programs").glob("*.py")),
    *sorted((TESTS / "programs" / "registry").glob("*.py")),
    *(sorted(Path(MORE).glob("case_*.py")) if MORE else ()),
]
DOORS = ("plain", "optimize", "watch")
AT_ONCE = 120
"""Programs per interpreter: importing torch takes longer than most of them."""


def _run(door: str, files: list[str]) -> dict[str, Any]:
    environment = {key: value for key, value in os.environ.items() if not key.startswith(("TORCH", "PYTORCH"))}
    done = subprocess.run(
        [sys.executable, str(TESTS / "support" / "run_observer.py"), door, *files],
        env={**environment, "OMP_NUM_THREADS": "1", "PYTHONHASHSEED": "0", "HF_HUB_OFFLINE": "1"},
        capture_output=True,
        text=True,
        timeout=500,
    )
    assert done.returncode == 0, done.stderr[-3000:]
    return json.loads(done.stdout)  # type: ignore[no-any-return]


@pytest.fixture(scope="session")
def seen(request: pytest.FixtureRequest) -> dict[str, dict[str, Any]]:
    """What is seen through each door of the programs that are going to be tested."""
    items = (item for item in request.session.items if isinstance(item, pytest.Function))
    files = [
        str(item.callspec.params["file"]) for item in items if item.originalname == "test_a_program_runs_as_without_us"
    ]
    groups = [files[start : start + AT_ONCE] for start in range(0, len(files), AT_ONCE)]
    jobs = [(door, group) for group in groups for door in DOORS]
    found: dict[str, dict[str, Any]] = {door: {} for door in DOORS}
    with concurrent.futures.ThreadPoolExecutor(2) as pool:
        for (door, _), result in zip(jobs, pool.map(lambda job: _run(*job), jobs), strict=True):
            found[door].update(result)
    return found


@pytest.mark.parametrize("file", FILES, ids=lambda file: file.stem)
def test_a_program_runs_as_without_us(file: Path, seen: dict[str, dict[str, Any]]) -> None:
    alone = seen["plain"][str(file)]["seen"]
    assert "crashed" not in alone
    for door in ("optimize", "watch"):
        with_us = seen[door][str(file)]
        assert with_us["seen"] == alone, door
        assert with_us["notes"] == [], door
