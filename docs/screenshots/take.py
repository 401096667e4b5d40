"""Takes the picture of the README: ``.venv/bin/python docs/screenshots/take.py``. With pngquant it gets small."""

from __future__ import annotations

import re
import shutil
import subprocess
import sys
import tempfile
from pathlib import Path

HERE = Path(__file__).resolve().parent
sys.path.insert(0, str(HERE.parents[1] / "tests"))

from playwright.sync_api import FloatRect, Locator, sync_playwright  # noqa: E402

from e2e.conftest import FLAGS, find_chromium  # noqa: E402
from e2e.lab import Lab  # noqa: E402

MODEL = """
import torch
from dynexplain import explain

def score(x, weight):
    h = torch.relu(x) @ weight
    print("mean", h.mean())
    if h.mean() > 0:
        h = h * 2
    return h.softmax(dim=-1)
"""
SHOW = "torch.manual_seed(0)\nexplain(score)(torch.randn(4, 8), torch.randn(8, 4))"
BELOW = "# JupyterLab frames the last cell that ran; it is not in the picture."
MARGIN = 4


def around(first: Locator, last: Locator) -> FloatRect:
    """The rectangle from the top of one thing to the bottom of another, as wide as the first."""
    top, bottom = first.bounding_box(), last.bounding_box()
    assert top
    assert bottom
    height = bottom["y"] + bottom["height"] - top["y"]
    return {"x": top["x"], "y": top["y"] - MARGIN, "width": top["width"], "height": height + 2 * MARGIN}


def main() -> None:
    """Run the notebook in JupyterLab, and take a picture of its cell and the report below it."""
    with tempfile.TemporaryDirectory() as home, Lab.start(Path(home)) as lab, sync_playwright() as playwright:
        lab.write("score.ipynb", MODEL.strip(), SHOW, BELOW)
        browser = playwright.chromium.launch(executable_path=find_chromium(), args=FLAGS)
        page = browser.new_page(viewport={"width": 1000, "height": 1400}, device_scale_factor=1.5)
        lab.run_all(page, "score.ipynb", "doc/tree")
        viewer = page.get_by_role("region", name="dynexplain: score")
        viewer.get_by_text(re.compile("branch on the value")).first.wait_for()
        page.mouse.move(0, 0)
        cells = page.locator(".jp-Notebook-cell")
        path = HERE / "score.png"
        page.screenshot(path=path, clip=around(cells.nth(1), viewer), animations="disabled")
        browser.close()
    if quantize := shutil.which("pngquant"):
        subprocess.run([quantize, "--force", "--ext", ".png", "--speed", "1", "64", str(path)], check=True)


if __name__ == "__main__":
    main()
