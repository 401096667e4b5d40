"""Golden texts, and a stand-in for the built viewer."""

from __future__ import annotations

import os
import sys
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

TESTS = Path(__file__).parents[1]
sys.path.insert(0, str(TESTS))  # for `support`

UPDATE = "DYNEXPLAIN_UPDATE_GOLDEN"


@pytest.fixture
def golden() -> Callable[[str, str], None]:
    """Compare a text with ``tests/golden/<name>``; a difference is saved beside it as ``-changed``."""

    def compare(name: str, text: str) -> None:
        path = TESTS / "golden" / name
        changed = path.with_stem(f"{path.stem}-changed")
        if os.environ.get(UPDATE) and not os.environ.get("CI"):
            path.parent.mkdir(parents=True, exist_ok=True)
            path.write_text(text + "\n", encoding="utf-8")
        if not path.exists() or path.read_text(encoding="utf-8") != text + "\n":
            changed.parent.mkdir(parents=True, exist_ok=True)
            changed.write_text(text + "\n", encoding="utf-8")
            pytest.fail(f"{path.name} changed: compare it with {changed.name}; {UPDATE}=1 accepts the new text")
        changed.unlink(missing_ok=True)

    return compare


VIEWER = {
    "widget.js": "export default {}",
    "page.js": 'window.started = "</script><!--"',
    "graphviz.gz": "packed",
}
"""A viewer whose page script tries to end the element that it stands in."""


@pytest.fixture
def built(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> Iterator[None]:
    """A package with a viewer that has been built."""
    (tmp_path / "static").mkdir()
    for name, text in VIEWER.items():
        (tmp_path / "static" / name).write_text(text)
    yield from files_from(tmp_path, monkeypatch)


@pytest.fixture
def not_built(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> Iterator[None]:
    """A package without the viewer."""
    yield from files_from(tmp_path, monkeypatch)


def files_from(root: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    """Let the bundle look for its files elsewhere; what it has read is forgotten before and after."""
    from dynexplain.render.page import bundle

    monkeypatch.setattr(bundle, "files", lambda _package: root)
    for once in range(2):
        bundle.read.cache_clear()
        bundle.graphviz_gz.cache_clear()
        if not once:
            yield
