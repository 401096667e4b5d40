"""A tenth of the sweep: real models of four kinds are explained, and one is trained under watch()."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path


def test_quick_models_are_explained_as_they_are() -> None:
    command = [sys.executable, str(Path(__file__).parent / "sweep.py"), "--quick"]
    done = subprocess.run(command, capture_output=True, text=True, timeout=500)
    assert done.returncode == 0, done.stdout + done.stderr
    assert done.stdout.splitlines()[-1] == "5 passed, 0 failed"
