"""A report in marimo: the same widget, through anywidget's contract and no more."""

from __future__ import annotations

import os
import re
import subprocess
import sys
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Page, expect

from .lab import free_port, wait_for

pytestmark = pytest.mark.e2e

APP = """
import marimo

app = marimo.App()


@app.cell
def _():
    import torch
    from dynexplain import explain

    def score(x):
        h = torch.relu(x)
        print("mean", h.mean())
        return h.softmax(dim=-1)

    explain(score)(torch.randn(2, 8))
    return


if __name__ == "__main__":
    app.run()
"""


@pytest.fixture
def marimo(tmp_path: Path) -> Iterator[str]:
    """The address of a marimo that runs the app; what it keeps stays in the folder of the test."""
    (tmp_path / "app.py").write_text(APP.lstrip())
    url = f"http://127.0.0.1:{free_port()}"
    command = [sys.executable, "-m", "marimo", "run", "app.py", "--headless", "--no-token"]
    command += ["--host", "127.0.0.1", "--port", url.rpartition(":")[2]]
    homes = ("HOME", "XDG_CONFIG_HOME", "XDG_STATE_HOME", "XDG_CACHE_HOME")
    env = {**os.environ, **dict.fromkeys(homes, str(tmp_path))}
    log = tmp_path / "marimo.log"
    with log.open("w") as out, subprocess.Popen(command, cwd=tmp_path, stdout=out, stderr=out, env=env) as server:
        try:
            wait_for(f"{url}/health", server, log)
            yield url
        finally:
            server.terminate()


def test_a_report_in_marimo(marimo: str, open_page: Callable[..., Page]):
    page = open_page()
    page.goto(marimo)
    viewer = page.get_by_role("region", name="dynexplain: score")
    expect(viewer.get_by_role("heading", level=2)).to_have_text("1 graph break split score into 2 graphs.")
    viewer.get_by_role("tab", name=re.compile("^Graph")).click()
    tree = viewer.get_by_role("tree", name="The captured graphs")
    expect(tree.get_by_role("treeitem", name="softmax")).to_have_count(1)
    # Graphviz came in a message of the kernel: without it the notice would say so.
    expect(viewer.locator(".notice")).to_be_hidden()
    viewer.get_by_role("tab", name=re.compile("^Breaks")).click()
    expect(viewer.get_by_role("article", name="Cause 1")).to_contain_text('print("mean", h.mean())')
