"""Runs one file of tests in processes of its own, and reads what the plugin wrote down."""

from __future__ import annotations

import dataclasses
import json
import os
import shutil
import signal
import subprocess
import sys
import time
from dataclasses import dataclass, field
from pathlib import Path

HERE = Path(__file__).parent
THE_SESSION = "<the session>"
"""Stands for the one session around a file, among the tests."""
MOST_STARTS = 40
"""Processes for one file: each that dies or gets stuck costs one test, and the next goes on behind it."""


@dataclass(frozen=True)
class Outcome:
    """How one test ended."""

    outcome: str
    message: str = ""
    trouble: tuple[str, ...] = ()
    compilations: int = 0
    """How many the session saw."""


@dataclass
class FileRun:
    """How the tests of a file ended, by id."""

    tests: dict[str, Outcome] = field(default_factory=dict)
    seconds: float = 0.0

    def count(self, outcome: str) -> int:
        """How many ended so."""
        return sum(test.outcome == outcome for test in self.tests.values())


def run_file(
    targets: list[str], around: str, folder: Path, *, timeout: int, select: str = "", reuse: bool = False
) -> FileRun:
    """Run tests with a session around "nothing", each "test", "method" or the "file".

    Args:
        targets: A file, or ids of tests.
        around: What the session is around.
        folder: For results, logs and torch's caches; emptied first.
        reuse: Only read what a run that got to its end has left in the folder, if there is any.
        timeout: Seconds for one test.
        select: An expression for ``-k``.
    """
    results, at_end = folder / "results.jsonl", folder / "ended.json"
    if reuse and at_end.exists():
        tests = json.loads(at_end.read_text())
        return FileRun({test: Outcome(**outcome) for test, outcome in tests["tests"].items()}, tests["seconds"])
    shutil.rmtree(folder, ignore_errors=True)
    (folder / "work").mkdir(parents=True)
    started = time.monotonic()
    for start in range(MOST_STARTS):
        with (folder / f"log-{start}.txt").open("w") as log:
            process = subprocess.Popen(
                _command(targets, timeout, select),
                env=_environment(folder, around),
                cwd=folder / "work",
                stdout=log,
                stderr=subprocess.STDOUT,
                start_new_session=True,
            )
            try:
                died = _wait(process, results, 2 * timeout + 60)
            except BaseException:
                os.killpg(process.pid, signal.SIGKILL)
                raise
        run, unfinished = _read(results)
        for test in unfinished:
            run.tests[test] = Outcome("crashed", died)
        if not unfinished and process.returncode in (0, 1, 2, 5):
            break
        if not unfinished:
            run.tests["<the process>"] = Outcome("crashed", f"exit {process.returncode}")
            break
    run.seconds = time.monotonic() - started
    at_end.write_text(json.dumps(dataclasses.asdict(run)))
    return run


def _command(targets: list[str], timeout: int, select: str) -> list[str]:
    options = ["-q", "--noconftest", "-c", os.devnull, "--rootdir", str(Path(targets[0].split("::")[0]).parent)]
    options += ["-p", "watching", "--capture=sys", *_WITHOUT, f"--timeout={timeout}", "--tb=short"]
    return [sys.executable, "-m", "pytest", *options, *(["-k", select] if select else []), *targets]


_WITHOUT = [part for name in ("logging", "cacheprovider", "warnings") for part in ("-p", f"no:{name}")]
"""Parts of pytest that PyTorch's tests are not made for: they count the handlers of loggers, and look for warnings."""


def _environment(folder: Path, around: str) -> dict[str, str]:
    path = os.pathsep.join(filter(None, [str(HERE), os.environ.get("PYTHONPATH", "")]))
    return os.environ | {
        "PYTHONPATH": path,
        "PYTHONHASHSEED": "0",
        "PYTHONFAULTHANDLER": "1",
        "OMP_NUM_THREADS": "1",
        "TORCHINDUCTOR_CACHE_DIR": str(folder / "inductor"),
        "TORCHINDUCTOR_COMPILE_THREADS": "1",
        "UPSTREAM_AROUND": around,
        "UPSTREAM_RESULTS": str(folder / "results.jsonl"),
    }


def _wait(process: subprocess.Popen[bytes], results: Path, longest: int) -> str:
    """Wait as long as something happens; returns how the process ended."""
    while True:
        try:
            process.wait(5)
            return f"the process ended with {process.returncode}"
        except subprocess.TimeoutExpired:
            changed = results.stat().st_mtime if results.exists() else process_start(process)
            if time.time() - changed > longest:
                os.killpg(process.pid, signal.SIGKILL)
                process.wait()
                return f"stuck for {longest} s"


def process_start(process: subprocess.Popen[bytes]) -> float:
    """When a process that has written nothing yet began, for the clock of files."""
    started: float = process.__dict__.setdefault("started", time.time())
    return started


def _read(results: Path) -> tuple[FileRun, list[str]]:
    run, begun = FileRun(), []
    for line in results.read_text().splitlines() if results.exists() else ():
        entry = json.loads(line)
        if "begins" in entry:
            begun.append(entry["begins"])
        else:
            run.tests[entry["id"]] = Outcome(
                entry["outcome"], entry.get("message", ""), tuple(entry["trouble"]), entry["compilations"]
            )
    return run, [test for test in begun if test not in run.tests]
