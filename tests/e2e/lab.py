"""Starts a JupyterLab for a test, and drives it and the Notebook that its server has, too."""

from __future__ import annotations

import contextlib
import os
import re
import socket
import subprocess
import sys
import time
import urllib.request
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

import nbformat
from nbformat.v4 import new_code_cell, new_notebook
from playwright.sync_api import Page

KERNEL = {"display_name": "Python 3", "language": "python", "name": "python3"}
STARTS_WITHIN = 90
NO_NEWS = '{"fetchNews": "false", "checkForUpdates": false}'


@dataclass(frozen=True)
class Lab:
    """A running JupyterLab."""

    url: str
    folder: Path

    @classmethod
    @contextlib.contextmanager
    def start(cls, home: Path) -> Iterator[Lab]:
        """Run JupyterLab on ``home/notebooks``; its settings and its log stay in ``home``, too."""
        lab = cls(f"http://127.0.0.1:{free_port()}", home / "notebooks")
        lab.folder.mkdir()
        log = home / "jupyter.log"
        command = [sys.executable, "-m", "jupyterlab", "--no-browser", "--allow-root", "--ip=127.0.0.1"]
        options = (f"root_dir={lab.folder}", "token=", "password=", "port_retries=0")
        command += [f"--ServerApp.{option}" for option in options]
        command += [f"--port={lab.url.rpartition(':')[2]}"]
        folders = ("JUPYTER_CONFIG_DIR", "JUPYTER_RUNTIME_DIR", "JUPYTERLAB_SETTINGS_DIR", "JUPYTERLAB_WORKSPACES_DIR")
        env = {**os.environ, **{name: str(home / name.lower()) for name in folders}}
        settings = home / "jupyterlab_settings_dir" / "@jupyterlab" / "apputils-extension"
        settings.mkdir(parents=True)
        (settings / "notification.jupyterlab-settings").write_text(NO_NEWS)
        with log.open("w") as out, subprocess.Popen(command, stdout=out, stderr=out, env=env) as server:
            try:
                wait_for(f"{lab.url}/api/status", server, log)
                yield lab
            finally:
                server.terminate()

    def write(self, name: str, *cells: str) -> None:
        """Put a notebook of these code cells into the folder."""
        notebook = new_notebook(cells=[new_code_cell(cell) for cell in cells], metadata={"kernelspec": KERNEL})
        nbformat.write(notebook, self.folder / name)

    def run_all(self, page: Page, name: str, view: str = "lab/tree") -> None:
        """Open a notebook in a browser and run all its cells.

        Args:
            page: Where to open it.
            name: The notebook.
            view: ``lab/tree``, JupyterLab's simple view ``doc/tree``, or Notebook 7: ``notebooks``.
        """
        # What another test left open is not opened again.
        page.goto(f"{self.url}/{view}/{name}?reset")
        page.get_by_role("feed", name="Cells").wait_for()
        # Until the kernel is there, "run" is answered with a question.
        status = page.get_by_role("button", name=re.compile(r"\| Idle$"))  # JupyterLab's status bar
        if view == "notebooks":
            status = page.locator(".jp-Notebook-ExecutionIndicator[data-status='idle']")
        status.wait_for()
        menu(page, "Run", "Run All Cells")


def menu(page: Page, *names: str) -> None:
    """Choose an entry of JupyterLab's menu."""
    for name in names:
        page.get_by_role("menuitem", name=name, exact=True).click()


def free_port() -> int:
    """A port that was free a moment ago."""
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return int(probe.getsockname()[1])


def wait_for(url: str, server: subprocess.Popen[bytes], log: Path) -> None:
    """Wait until the server answers.

    Raises:
        RuntimeError: It ended, or took too long; with the end of its log.
    """
    deadline = time.monotonic() + STARTS_WITHIN
    while time.monotonic() < deadline and server.poll() is None:
        with contextlib.suppress(OSError), urllib.request.urlopen(url, timeout=5):
            return
        time.sleep(0.1)  # between two questions to the server
    raise RuntimeError(f"JupyterLab did not start. The end of its log:\n{log.read_text()[-3000:]}")
