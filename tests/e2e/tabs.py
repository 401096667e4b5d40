"""The tabs of the viewer, read from its source: a new one is in every test that goes through them."""

from __future__ import annotations

import re
from pathlib import Path

_VIEWER = Path(__file__).resolve().parents[2] / "js" / "src"


def _between(file: str, start: str, end: str) -> str:
    return (_VIEWER / file).read_text(encoding="utf-8").partition(start)[2].partition(end)[0]


TABS = tuple(re.findall(r'"(\w+)"', _between("contract.ts", "export const TABS = [", "]")))
"""Their names in code, in the order of the row."""
_WRITTEN = dict(re.findall(r'(\w+): "([^"]+)"', _between("views/tabs.ts", "const NAMES", "};")))
NAMES = tuple(_WRITTEN[tab] for tab in TABS)
"""As a person reads them."""
