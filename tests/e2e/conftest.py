"""Chromium, pages that must stay free of errors, and a JupyterLab of its own."""

from __future__ import annotations

import os
import re
import shutil
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Browser, BrowserContext, Page, expect, sync_playwright

import dynexplain

from .lab import Lab

ROOT = Path(__file__).resolve().parents[2]
# Without these, a browser without a display, a GPU or a network complains or waits.
FLAGS = [
    "--no-sandbox",
    "--disable-gpu",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
    "--no-first-run",
]


PATIENCE = 60_000
"""Milliseconds; a kernel that imports torch on a busy machine takes its time."""

expect.set_options(timeout=PATIENCE)


def find_chromium() -> str | None:
    """The browser to use: ``CHROMIUM``, or what is on the PATH."""
    names = ("chromium", "chromium-browser", "google-chrome", "google-chrome-stable")
    return os.environ.get("CHROMIUM") or next(filter(None, map(shutil.which, names)), None)


@pytest.fixture(scope="session")
def browser() -> Iterator[Browser]:
    chromium = find_chromium()
    if chromium is None:
        reason = "no Chromium: install one (Debian: apt-get install chromium) or name it in CHROMIUM"
        if os.environ.get("CI"):
            pytest.fail(reason)
        pytest.skip(reason)
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=chromium, args=FLAGS)
        yield browser
        browser.close()


@pytest.fixture(scope="session")
def score_page(tmp_path_factory: pytest.TempPathFactory) -> str:
    """The address of the viewer's page of a report with breaks of several kinds."""
    path = tmp_path_factory.mktemp("page") / "score_batch.html"
    dynexplain.load(ROOT / "tests" / "golden" / "reports" / "score_batch.json").to_html(path)
    return path.as_uri()


@pytest.fixture
def open_page(browser: Browser) -> Iterator[Callable[..., Page]]:
    """Open pages; when the test is over, the browser must have had nothing to complain about.

    ``offline=True`` also proves that nothing is asked of any network. A complaint that the pattern
    ``expected`` finds is none. Other keywords are those of a browser context.
    """
    contexts: list[BrowserContext] = []
    complaints: list[str] = []

    def open_one(*, offline: bool = False, expected: str | None = None, **options: object) -> Page:
        context = browser.new_context(**{"viewport": {"width": 1100, "height": 900}, **options})
        context.set_default_timeout(PATIENCE)
        contexts.append(context)
        page = context.new_page()

        def complain(text: str) -> None:
            if expected is None or not re.search(expected, text):
                complaints.append(text)

        page.on("console", lambda message: message.type == "error" and complain(f"console: {message.text}"))
        page.on("pageerror", lambda error: complain(f"exception: {error}"))
        if offline:
            context.set_offline(True)
            away = ("http:", "https:", "ws:", "wss:")
            page.on("request", lambda asked: asked.url.startswith(away) and complaints.append(f"asks for {asked.url}"))
        return page

    yield open_one
    for context in contexts:
        context.close()
    assert complaints == []


@pytest.fixture(scope="session")
def lab(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Lab]:
    """A JupyterLab that runs, on a folder of its own."""
    with Lab.start(tmp_path_factory.mktemp("lab")) as lab:
        yield lab


@pytest.fixture
def saved(tmp_path: Path) -> Path:
    """Where a test puts what it downloads."""
    return tmp_path / "saved"
