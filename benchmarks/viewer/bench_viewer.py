"""How fast the viewer is in a browser, beside torchvista and plain Graphviz, taking turns in one run.

Usage: python benchmarks/viewer/bench_viewer.py [ROUNDS]
"""

from __future__ import annotations

import sys
import tempfile
from pathlib import Path
from statistics import median
from typing import Any

from pages import Subject, make
from playwright.sync_api import Browser, sync_playwright
from playwright.sync_api import TimeoutError as TooLong

ROOT = Path(__file__).resolve().parents[2]
sys.path.insert(0, str(ROOT / "tests"))

from e2e.conftest import FLAGS, find_chromium  # noqa: E402

PROBE = Path(__file__).with_name("probe.js").read_text()
UNFOLDS = 5
PATIENCE_S = 120
ROWS = {
    "page": "bytes sent, KiB",
    "paint": "first paint, ms",
    "shown": "its heading, ms",
    "graph": "graph laid out, ms",
    "unfold": "unfold, median ms",
    "slowest": "unfold, slowest ms",
    "task": "longest task after paint, ms",
    "heap": "heap, MiB",
}


def main() -> None:
    """Measure all pages in turn, and print the medians."""
    rounds = int(sys.argv[1]) if len(sys.argv) > 1 else 3
    with tempfile.TemporaryDirectory() as folder, sync_playwright() as playwright:
        subjects = make(Path(folder))
        flags = [*FLAGS, "--enable-precise-memory-info"]
        browser = playwright.chromium.launch(executable_path=find_chromium(), args=flags)
        for _ in range(rounds):
            for subject in subjects:
                measure(browser, subject)
        browser.close()
    report(subjects, rounds)


def measure(browser: Browser, subject: Subject) -> None:
    """Open a page, wait for its graph, unfold some groups."""
    kind = subject.tool.partition(" ")[0]
    page = browser.new_page(viewport={"width": 1200, "height": 900})
    page.add_init_script(PROBE)
    page.set_default_timeout(PATIENCE_S * 1000)
    try:
        page.goto(subject.page.as_uri(), wait_until="commit")
        page.wait_for_function(f"globalThis.probe?.load && (probe.ready ??= probe.load('{kind}').then(() => 1))")
        times: list[float] = page.evaluate(f"probe.unfold('{kind}', {UNFOLDS})")
        session = page.context.new_cdp_session(page)
        session.send("HeapProfiler.collectGarbage")
        found: dict[str, Any] = page.evaluate(
            "({ ...probe, heap: performance.memory.usedJSHeapSize,"
            " given: performance.getEntriesByName('given')[0]?.startTime ?? 0 })"
        )
    except TooLong:
        note(subject, "graph", PATIENCE_S * 1000)
        return
    finally:
        page.close()
    for name in ("paint", "shown", "graph"):
        note(subject, name, found[name] - found["given"])
    if times:
        note(subject, "unfold", median(times))
        note(subject, "slowest", max(times))
    note(subject, "task", max((length for start, length in found["tasks"] if start > found["paint"]), default=0))
    note(subject, "heap", found["heap"] / 2**20)


def note(subject: Subject, name: str, value: float) -> None:
    """Keep a figure."""
    subject.figures.setdefault(name, []).append(value)


def report(subjects: list[Subject], rounds: int) -> None:
    """Print a table per model: a column per tool."""
    print(f"Medians of {rounds} rounds, all pages in turn in one browser. A dash: nothing to measure.")
    print("A page's times begin with its address; the widget's when it has been sent its bytes, as in a notebook.")
    for model in dict.fromkeys(subject.model for subject in subjects):
        columns = [subject for subject in subjects if subject.model == model]
        print(f"\n{model:<30}" + "".join(f"{subject.tool:>20}" for subject in columns))
        for row, label in ROWS.items():
            print(f"  {label:<28}" + "".join(f"{figure(subject, row):>20}" for subject in columns))


def figure(subject: Subject, row: str) -> str:
    """One cell."""
    if row == "page":
        return f"{subject.sent / 1024:,.0f}"
    values = subject.figures.get(row)
    if not values:
        return "–"
    value = median(values)
    return f"> {value:,.0f}" if value >= PATIENCE_S * 1000 else f"{value:,.0f}"


if __name__ == "__main__":
    main()
