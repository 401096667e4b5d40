"""Run PyTorch's own Dynamo tests with and without a ``watch()`` around them, and compare test by test.

``python tests/upstream/run.py PYTORCH/test/dynamo [test_misc.py …]`` prints one line per file, and what differs; it
ends with 1 if anything does. Tests that fail in both, because they belong to another version of torch or need a GPU,
are no difference. What the tests themselves import (hypothesis, parameterized …) has to be installed.
"""

from __future__ import annotations

import argparse
import sys
import tempfile
from pathlib import Path

from compare import Difference, differences, other_words
from files import FileRun, run_file

ROW = (
    "{name:<42}{passed:>7}{failed:>7}{skipped:>8}{seconds:>7}  "
    "{watched:<22}{compilations:>12}{differ:>7}{unsteady:>9}{trouble:>8}"
)


def main() -> int:
    """Run, print, compare."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0] if __doc__ else "")
    parser.add_argument("folder", type=Path, help="the folder test/dynamo (or another) of a PyTorch checkout")
    parser.add_argument("files", nargs="*", help="files in it; all that begin with test_ if none is given")
    parser.add_argument("--around", choices=["test", "method", "file"], default="test", help="what a session is around")
    parser.add_argument("--timeout", type=int, default=120, help="seconds for one test")
    parser.add_argument("-k", dest="select", default="", help="as for pytest")
    parser.add_argument("--out", type=Path, help="where to keep results and logs")
    parser.add_argument("--reuse", action="store_true", help="take the runs without a session that --out has already")
    options = parser.parse_args()
    folder = options.folder.resolve()
    files = [folder / name for name in options.files] or sorted(folder.glob("test_*.py"))
    absent = [str(file) for file in files if not file.exists()]
    if absent:
        parser.error(f"no such file: {', '.join(absent)}")
    out = options.out or Path(tempfile.mkdtemp(prefix="upstream-"))
    print(_head(), flush=True)
    bad = 0
    for file in files:
        bad += _compare_file(file, str(file.relative_to(folder)), out.resolve(), options)
    print(f"Results and logs: {out}")
    return 1 if bad else 0


def _compare_file(file: Path, name: str, out: Path, options: argparse.Namespace) -> int:
    place = out / name.replace("/", "-").removesuffix(".py")

    def run(targets: list[str], around: str, where: str) -> FileRun:
        reuse = options.reuse and where == "plain"
        return run_file(targets, around, place / where, timeout=options.timeout, select=options.select, reuse=reuse)

    plain, watched = run([str(file)], "nothing", "plain"), run([str(file)], options.around, options.around)
    found = differences(file, plain, watched, options.around, run)
    trouble = [(test, text) for test, outcome in watched.tests.items() for text in outcome.trouble]
    print(_row(name, plain, watched, found, len(trouble)), flush=True)
    if not plain.tests:
        print("    No test ran: see the log for what it cannot import, or skips.")
    for difference in found:
        print(difference)
    for test in other_words(plain, watched):
        print(f"    fails with other words: {test}")
    for test, text in trouble:
        print(f"    TROUBLE {test.rpartition('/')[2]}\n        " + text.strip().replace("\n", "\n        "))
    return sum(difference.confirmed for difference in found) + len(trouble)


def _head() -> str:
    return ROW.format(
        name="plain:",
        passed="passed",
        failed="failed",
        skipped="skipped",
        seconds="s",
        watched="watched: the same, s",
        compilations="compilations",
        differ="differ",
        unsteady="unsteady",
        trouble="trouble",
    )


def _row(name: str, plain: FileRun, watched: FileRun, found: list[Difference], trouble: int) -> str:
    passed, failed, skipped = _ended(plain)
    return ROW.format(
        name=name,
        passed=passed,
        failed=failed,
        skipped=skipped,
        seconds=round(plain.seconds),
        watched=f"{'/'.join(map(str, _ended(watched)))} {round(watched.seconds)}",
        compilations=sum(outcome.compilations for outcome in watched.tests.values()),
        differ=sum(difference.confirmed for difference in found),
        unsteady=sum(not difference.confirmed for difference in found),
        trouble=trouble,
    )


def _ended(run: FileRun) -> tuple[int, int, int]:
    """How many tests passed, failed, and were skipped or expected to fail."""
    passed, failed, crashed, skipped, expected = (
        run.count(kind) for kind in ("passed", "failed", "crashed", "skipped", "xfailed")
    )
    return passed, failed + crashed, skipped + expected


if __name__ == "__main__":
    sys.exit(main())
