"""Loads and draws mutated reports, by the hundred thousand: ``python tests/fuzz/hostile.py [HOW MANY] [FIRST SEED]``.

Each must end in a BadReportError or draw in every form, within SECONDS and MEMORY, and print nothing raw.
"""

from __future__ import annotations

import resource
import signal
import sys
import time
from collections import Counter
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parents[1]))  # for `support`

from dynexplain.errors import BadReportError, RenderError
from dynexplain.model.report import Report
from dynexplain.output import ExplainOutput
from dynexplain.render import json
from dynexplain.render.page import html
from dynexplain.render.page.pieces import pieces
from dynexplain.visible import UNSEEN
from fuzz.mutate import mutated

SECONDS = 20
MEMORY = 3 * 1024**3
"""Bytes that stay resident at most; the address space is no measure, of which WebAssembly reserves a lot."""
GOLDEN = Path(__file__).parents[1] / "golden" / "reports"
NAMES = ("score_batch", "recompiles", "raises", "clean", "empty")


def safe(text: str) -> None:
    """Prove that a text can be printed."""
    found = UNSEEN.search(text)
    assert found is None, f"{found!r} is printed raw"


def drawn(report: Report) -> None:
    """Draw a report in every form; what goes to a terminal holds nothing raw."""
    output = ExplainOutput(report)
    safe(output.to_text(width=88))
    safe(repr(output))
    try:
        output.to_svg()
    except RenderError as error:
        safe(str(error))
    html.static(report)
    output.to_json()
    pieces(report)


def tried(data: bytes) -> str:
    """What became of a report: ``refused`` or ``drawn``; any other end is an exception."""
    try:
        report = json.decode(data)
    except BadReportError as error:
        safe(str(error))
        return "refused"
    drawn(report)
    return "drawn"


def main(number: int, first: int) -> int:
    """Try so many seeds; prints each that fails, and returns how many did."""
    texts = [(GOLDEN / f"{name}.json").read_text() for name in NAMES]
    signal.signal(signal.SIGALRM, _late)
    ends: Counter[str] = Counter()
    began = time.monotonic()
    for seed in range(first, first + number):
        signal.alarm(SECONDS)
        try:
            end = tried(mutated(texts[seed % len(texts)], seed))
        except Exception as error:  # noqa: BLE001  whatever it is, it is what is looked for
            end = "failed"
            print(f"seed {seed}: {type(error).__name__}: {str(error)[:200]}", flush=True)
        signal.alarm(0)
        ends[end] += 1
    most = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss * (1 if sys.platform == "darwin" else 1024)
    if most > MEMORY:
        ends["failed"] += 1
        print(f"took {most / 1024**2:.0f} MB")
    print(f"{number} reports in {time.monotonic() - began:.0f} s: {dict(ends)}, {most / 1024**2:.0f} MB at most")
    return ends["failed"]


def _late(*_: object) -> None:
    raise TimeoutError(f"more than {SECONDS} s")


if __name__ == "__main__":
    asked = [int(argument) for argument in sys.argv[1:]] + [100_000, 0][len(sys.argv) - 1 :]
    sys.exit(main(*asked[:2]) != 0)
