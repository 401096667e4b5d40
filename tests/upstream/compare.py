"""Which tests end otherwise in a session, and which of those are only unsteady."""

from __future__ import annotations

import re
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path

from files import THE_SESSION, FileRun

AGAIN = 3
Run = Callable[[list[str], str, str], FileRun]


@dataclass(frozen=True)
class Difference:
    """A test that ended otherwise at least once."""

    test: str
    plain: tuple[str, ...]
    """How it ended without a session: in the file, alone, and in the file again where that was needed."""
    watched: tuple[str, ...]
    message: str

    @property
    def confirmed(self) -> bool:
        """Whether it is the session that makes the difference: it always ends so with one, and never without."""
        alone = set(self.plain[1 : 1 + AGAIN]), set(self.watched[1 : 1 + AGAIN])
        in_file = {self.plain[0], *self.plain[1 + AGAIN :]}, {self.watched[0], *self.watched[1 + AGAIN :]}
        return alone[0].isdisjoint(alone[1]) or in_file[0].isdisjoint(in_file[1])

    def __str__(self) -> str:
        """For the terminal."""
        word = "DIFFERS" if self.confirmed else "unsteady"
        lines = self.message.strip().splitlines()[-25:]
        shown = "".join(f"\n        {line}" for line in lines)
        return f"    {word} {self.test}: {' '.join(self.plain)} -> {' '.join(self.watched)}{shown}"


def differences(file: Path, plain: FileRun, watched: FileRun, around: str, run: Run) -> list[Difference]:
    """Compare two runs of a file, and run what differs again: alone, and in the file if that did not show it."""
    tests = [test for test in plain.tests | watched.tests if test != THE_SESSION]
    differ = [test for test in tests if _ended(plain, test) != _ended(watched, test)]
    if not differ:
        return []
    targets = [str(file.parent / test) if "::" in test else str(file) for test in differ]
    runs = {
        mode: [first] + [run(targets, mode, f"{mode}-alone-{time}") for time in range(AGAIN)]
        for mode, first in (("nothing", plain), (around, watched))
    }
    found = _found(differ, runs["nothing"], runs[around])
    if not all(set(difference.plain[1:]).isdisjoint(difference.watched[1:]) for difference in found):
        for mode in runs:
            runs[mode].append(run([str(file)], mode, f"{mode}-again"))
        found = _found(differ, runs["nothing"], runs[around])
    return found


def _found(tests: list[str], plain: list[FileRun], watched: list[FileRun]) -> list[Difference]:
    return [
        Difference(
            test,
            tuple(_ended(run, test) for run in plain),
            tuple(_ended(run, test) for run in watched),
            next(
                (run.tests[test].message for run in (*watched, *plain) if _ended(run, test) in ("failed", "crashed")),
                "",
            ),
        )
        for test in tests
    ]


def _ended(run: FileRun, test: str) -> str:
    return run.tests[test].outcome if test in run.tests else "absent"


def _said(run: FileRun, test: str) -> bool:
    return test in run.tests and bool(run.tests[test].message)


_BY_CHANCE = re.compile(r"0x[0-9a-f]+|\b\d{9,}\b|\d+\.\d{3,}|/[^\s'\"]*/(?:tmp|work)[^\s'\"]*")


def other_words(plain: FileRun, watched: FileRun) -> list[str]:
    """Tests that fail in both runs with messages that differ by more than addresses, times and temporary names."""
    return [
        test
        for test, outcome in plain.tests.items()
        if outcome.outcome == "failed" == _ended(watched, test)
        and _BY_CHANCE.sub("", outcome.message) != _BY_CHANCE.sub("", watched.tests[test].message)
    ]
