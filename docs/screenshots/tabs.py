"""Takes a picture of every tab at three widths, light and dark, from golden reports: ``make screenshots``."""

from __future__ import annotations

import base64
import sys
import tempfile
from pathlib import Path

from playwright.sync_api import Browser, Page, sync_playwright

import dynexplain

HERE = Path(__file__).resolve().parent
ROOT = HERE.parents[1]
sys.path.insert(0, str(ROOT / "tests"))

from e2e.conftest import FLAGS, find_chromium  # noqa: E402

SHOWN = {
    "source": "score_batch",
    "graph": "score_batch",
    "breaks": "score_batch",
    "guards": "bert",
    "recompiles": "recompiles",
    "frames": "score_batch",
    "compile": "score_batch",
    "bytecode": "score_batch",
}
WIDTHS = (700, 1000, 1400)
WEBP = """async (png) => {
    const image = await createImageBitmap(await (await fetch(`data:image/png;base64,${png}`)).blob());
    const canvas = new OffscreenCanvas(image.width, image.height);
    canvas.getContext("2d").drawImage(image, 0, 0);
    const webp = await canvas.convertToBlob({ type: "image/webp", quality: 0.68 });
    const bytes = new Uint8Array(await webp.arrayBuffer());
    return btoa(Array.from(bytes, (byte) => String.fromCharCode(byte)).join(""));
}"""


def main() -> None:
    """Take all pictures, and say how large they are together."""
    folder = HERE / "tabs"
    folder.mkdir(exist_ok=True)
    with tempfile.TemporaryDirectory() as home, sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=find_chromium(), args=FLAGS)
        pages = {name: write(name, Path(home)) for name in set(SHOWN.values())}
        for theme in ("light", "dark"):
            for width in WIDTHS:
                for tab, name in SHOWN.items():
                    (folder / f"{tab}-{width}-{theme}.webp").write_bytes(take(browser, pages[name], tab, width, theme))
        browser.close()
    pictures = list(folder.glob("*.webp"))
    size = sum(path.stat().st_size for path in pictures)
    print(f"{len(pictures)} pictures, {size / 2**20:.1f} MiB, in {folder.relative_to(ROOT)}")


def write(name: str, folder: Path) -> str:
    """Write the page of a golden report, and return its address."""
    path = folder / f"{name}.html"
    dynexplain.load(ROOT / "tests" / "golden" / "reports" / f"{name}.json").to_html(path)
    return path.as_uri()


def take(browser: Browser, address: str, tab: str, width: int, theme: str) -> bytes:
    """One tab as WebP."""
    look = {"viewport": {"width": width, "height": 900}, "color_scheme": theme, "reduced_motion": "reduce"}
    # The page lets nothing in or out, and so not what makes a small picture of it either.
    look["bypass_csp"] = True
    page = browser.new_page(**look)
    page.goto(address)
    page.locator(f"[role=tab][aria-controls$=panel-{tab}]").click()
    prepare(page, tab)
    png = page.locator(".dx").screenshot(animations="disabled")
    picture = page.evaluate(WEBP, base64.b64encode(png).decode())
    page.close()
    return base64.b64decode(picture)


def prepare(page: Page, tab: str) -> None:
    """Bring a tab into the state that its picture shows."""
    page.locator(f".panel.{tab} > *").first.wait_for()
    if tab == "graph":
        page.get_by_role("treeitem", name="Block ×4").click()
        page.get_by_role("treeitem", name="0 5 ops").wait_for()
    if tab == "guards":
        page.get_by_role("row").filter(has_text="self").first.click()
    page.mouse.move(0, 0)
    page.wait_for_timeout(300)  # for what is laid out after the click


if __name__ == "__main__":
    main()
