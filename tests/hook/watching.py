"""Watches calls and puts what was recorded into comparable form."""

from __future__ import annotations

import subprocess
import sys
import textwrap
from collections.abc import Callable
from typing import NamedTuple

from dynexplain import hook


class Row(NamedTuple):
    name: str
    depth: int
    ended: hook.Ended
    start_ns: int
    end_ns: int
    thread: int


def rows(records: hook.FrameRecords) -> list[Row]:
    return [
        Row(records.codes[code].co_name, depth, hook.Ended(ended), start_ns, end_ns, records.threads[thread])
        for code, depth, ended, start_ns, end_ns, thread in zip(
            records.code, records.depth, records.ended, records.start_ns, records.end_ns, records.thread, strict=True
        )
    ]


def watch(function: Callable[[], object]) -> list[Row]:
    """The rows of the frames that run while `function` is called."""
    hook.start()
    try:
        function()
    finally:
        hook.stop()
    return rows(hook.records())


def story(recorded: list[Row]) -> list[tuple[str, int, str]]:
    """Rows without what differs from run to run."""
    return [(row.name, row.depth, row.ended.name) for row in recorded]


def run_python(program: str, *options: str) -> subprocess.CompletedProcess[str]:
    """Runs a program in a process of its own, and fails with its output unless it ends well."""
    command = [sys.executable, "-X", "faulthandler", *options, "-c", textwrap.dedent(program)]
    done = subprocess.run(command, capture_output=True, text=True, timeout=300, check=False)
    assert done.returncode == 0, f"exit {done.returncode}\n{done.stdout}\n{done.stderr}"
    return done
