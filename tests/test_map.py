"""The map in CONTRIBUTING is the one that the code gives, and the files that it sends a reader to are there."""

from __future__ import annotations

import importlib.util
import re
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[1]
CONTRIBUTING = (ROOT / "CONTRIBUTING.md").read_text(encoding="utf-8")


def drawn() -> str:
    spec = importlib.util.spec_from_file_location("map_of_the_rooms", ROOT / "docs" / "map.py")
    assert spec is not None
    assert spec.loader is not None
    module = sys.modules["map_of_the_rooms"] = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    text: str = module.draw()
    return text


def test_the_map_is_what_the_code_gives():
    stored = (ROOT / "docs" / "map.svg").read_text(encoding="utf-8")
    assert stored == drawn(), "the rooms have changed: run `.venv/bin/python docs/map.py`, and look at docs/map.svg"


@pytest.mark.parametrize("name", sorted(set(re.findall(r"`([\w./*-]+/[\w.*-]*)`", CONTRIBUTING))))
def test_every_file_that_a_reader_is_sent_to_is_there(name: str):
    bases = (ROOT, ROOT / "src" / "dynexplain", ROOT / "js", ROOT / "js" / "src", ROOT / "tests")
    if name.startswith(("torch/", "demo-output", "dist/", "static/")):
        pytest.skip("torch's, or made when it is asked for")
    assert any(list(base.glob(name.rstrip("/"))) for base in bases), name
