"""Explain every model of the sweep, each in a fresh interpreter: ``make sweep``, or with names of classes after it.

Per model: one explained call, and for some also a watched training step. The result must be what it is without
dynexplain, and so must the graphs and the number of compilations; both counts of breaks agree; every export works.
"""

from __future__ import annotations

import argparse
import concurrent.futures
import json
import os
import subprocess
import sys
import tempfile
import time
from pathlib import Path
from typing import Any

from models import ENTRIES

MEASURE = Path(__file__).parent / "measure.py"
LONGEST_S = 600
COLUMNS = (
    "{name:<44}{what:<9}{family:<20}{graphs:>6}{breaks:>7}{causes:>7}{ops:>6}{guards:>7}{compile_s:>11}  "
    "{result:<6} {problems}"
)
HEAD = {name: name for name in ("graphs", "breaks", "causes", "ops", "guards", "family", "result")} | {
    "name": "model",
    "what": "as",
    "compile_s": "compile s",
    "problems": "",
}


def measure(name: str, what: str) -> dict[str, Any]:
    """What measure.py says about a model; a crash is a problem like another."""
    environment = {key: value for key, value in os.environ.items() if not key.startswith(("TORCH", "PYTORCH"))}
    environment |= {"OMP_NUM_THREADS": "1", "HF_HUB_OFFLINE": "1", "PYTHONHASHSEED": "0"}
    with tempfile.TemporaryDirectory() as folder:
        command = [sys.executable, str(MEASURE), name, what]
        try:
            done = subprocess.run(
                command, env=environment, cwd=folder, capture_output=True, text=True, timeout=LONGEST_S
            )
        except subprocess.TimeoutExpired:
            return {"problems": [f"no answer in {LONGEST_S} s"]}
    if done.returncode:
        return {"problems": [(done.stderr.strip().splitlines() or [f"exit {done.returncode}"])[-1][:300]]}
    return json.loads(done.stdout.splitlines()[-1])  # type: ignore[no-any-return]


def row(found: dict[str, Any], **others: str) -> str:
    """A line of the table."""
    shown = {name: found.get(name, "") for name in HEAD} | others
    if "compile_s" in found:
        shown["compile_s"] = f"{found['compile_s']:.2f}"
    shown["result"] = {True: "equal", False: "close"}.get(found.get("exact"), "")  # type: ignore[arg-type]
    shown["problems"] = "; ".join(found["problems"])
    return COLUMNS.format(**shown).rstrip()


def main() -> int:
    """Run it; the exit status is 1 if a model failed."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("names", nargs="*", help="classes of transformers; all by default")
    parser.add_argument("--quick", action="store_true", help="only the few that the tests run")
    parser.add_argument("--jobs", type=int, default=2)
    parser.add_argument("--json", type=Path, help="also write what was found here")
    given = parser.parse_args()
    entries = [entry for entry in ENTRIES if not given.names or entry.name in given.names]
    entries = [entry for entry in entries if entry.quick or not given.quick]
    jobs = [(entry, "forward") for entry in entries]
    training = [(entry, "train") for entry in entries if entry.trains]
    jobs += training[:1] if given.quick else training

    start = time.monotonic()
    everything = {}
    print(COLUMNS.format(**HEAD).rstrip(), flush=True)
    with concurrent.futures.ThreadPoolExecutor(given.jobs) as pool:
        running = {pool.submit(measure, entry.name, what): (entry, what) for entry, what in jobs}
        for done in concurrent.futures.as_completed(running):
            entry, what = running[done]
            everything[f"{entry.name} {what}"] = found = done.result()
            print(row(found, name=entry.name, what=what, family=entry.family), flush=True)
    if given.json:
        given.json.write_text(json.dumps(everything, indent=1))
    failed = sum(bool(found["problems"]) for found in everything.values())
    print(f"{time.monotonic() - start:.0f} s")
    print(f"{len(everything) - failed} passed, {failed} failed")
    return 1 if failed else 0


if __name__ == "__main__":
    sys.exit(main())
