"""Hints × {holds, does not hold here}: each file of tests/programs/hints has a program for both.

``HINT`` is a pattern for the hint, torch's or ours; ``holds`` and ``does_not`` are functions of one tensor that break.
"""

from __future__ import annotations

import importlib.util
import re
from pathlib import Path
from typing import Any

import pytest
import torch

from dynexplain import explain

PROGRAMS = sorted((Path(__file__).parent / "programs" / "hints").glob("*.py"))


@pytest.mark.parametrize("which", ["holds", "does_not"])
@pytest.mark.parametrize("path", PROGRAMS, ids=lambda path: path.stem)
def test_a_hint_is_given_where_it_holds_and_only_there(path: Path, which: str, untouched: None) -> None:
    spec = importlib.util.spec_from_file_location(path.stem, path)
    assert spec is not None
    assert spec.loader is not None
    program: Any = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(program)
    causes = explain(getattr(program, which))(torch.tensor([1.0, -2.0, 3.0])).report.causes
    torch._dynamo.reset()
    assert causes
    given = " ".join(hint for cause in causes for hint in cause.hints)
    assert bool(re.search(program.HINT, given)) == (which == "holds"), given
